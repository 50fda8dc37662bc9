/** Live events as components that draw nothing: LazyLiveEvents.tsx fetches them after the page. */
import { useEffect } from 'react'
import { useLiveState } from '@/api/live'
import { useLiveEvent, useLiveEventList } from '../hooks/useLiveEvents'
import type { ClubEvent } from '../model'

export type LiveEventProps = {
  event: ClubEvent
  /** Told whether the stream is there. */
  onStream?: (streaming: boolean) => void
}

export function LiveEvent({ event, onStream }: LiveEventProps) {
  useLiveEvent(event)
  const streaming = useLiveState() === 'live'
  useEffect(() => {
    onStream?.(streaming)
    return () => onStream?.(false)
  }, [onStream, streaming])
  return null
}

export function LiveEventList() {
  useLiveEventList()
  return null
}
