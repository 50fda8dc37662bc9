/**
 * Interaction: whether the person has scrolled, pressed or typed anything since the page came. What scrolls by itself
 * stops then.
 */
import { type RefObject, useEffect, useRef } from 'react'

// A press may be on the scrollbar.
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

export function useHasInteracted(): RefObject<boolean> {
  const moved = useRef(false)
  useEffect(() => {
    const note = () => {
      moved.current = true
    }
    for (const kind of BY_HAND) addEventListener(kind, note, { once: true, passive: true })
    return () => {
      for (const kind of BY_HAND) removeEventListener(kind, note)
    }
  }, [])
  return moved
}
