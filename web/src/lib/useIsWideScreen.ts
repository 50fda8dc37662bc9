/** Wide screen: whether there is room beside the content (Tailwind's `md`). What a phone hides it need not render. */
import { useSyncExternalStore } from 'react'

const ROOM = '(min-width: 48rem)'

export function useIsWideScreen(): boolean {
  return useSyncExternalStore(follow, isWide)
}

function follow(tell: () => void): () => void {
  const room = matchMedia(ROOM)
  room.addEventListener('change', tell)
  return () => room.removeEventListener('change', tell)
}

function isWide(): boolean {
  return matchMedia(ROOM).matches
}
