/**
 * Side scroll: what is wider than its place scrolls by itself. Only then it is reached by keyboard, says what it is, and keeps the keys
 * that scroll it.
 */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Reached = { tabIndex: 0; role: 'group'; 'aria-label': string; onKeyDown: (event: KeyboardEvent) => void }

/** `content`: when it changes, it is measured anew. */
export function useSideScroll<E extends HTMLElement>(
  content: unknown,
): { ref: RefObject<E | null>; reached: (label: string) => Reached | undefined } {
  const ref = useRef<E>(null)
  const [scrolls, setScrolls] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content is measured anew
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    const look = () => setScrolls(current.scrollWidth > current.clientWidth)
    look()
    if (!('ResizeObserver' in window)) return
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [content])
  const reached = (label: string): Reached | undefined =>
    scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label, onKeyDown: keepArrows } : undefined
  return { ref, reached }
}

/** They mean nothing else meanwhile. */
function keepArrows(event: KeyboardEvent) {
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') event.stopPropagation()
}
