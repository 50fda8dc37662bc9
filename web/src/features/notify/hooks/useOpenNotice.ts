/**
 * Opening of a notice: it counts as read, and its page is shown. Opened in a new tab or window it counts as read, too;
 * the page opens even when that could not be saved.
 */
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { safeNext } from '@/app/paths'
import { markRead } from '../api'
import type { Notice } from '../model'

export function useOpenNotice(onOpened?: () => void): (notice: Notice) => {
  href: string
  onClick: (event: MouseEvent) => void
  onAuxClick: (event: MouseEvent) => void
} {
  const router = useRouter()
  const note = ({ id, read }: Notice) => {
    if (!read) void markRead([id]).catch(() => {})
  }
  return (notice) => {
    const href = safeNext(notice.url)
    return {
      href,
      onClick: (event) => {
        note(notice)
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpened?.()
        void router.navigate({ href })
      },
      onAuxClick: (event) => {
        if (event.button === 1) note(notice)
      },
    }
  }
}
