/**
 * After a reload, or on the way back from another document, the router puts the page where it was before its content has
 * come, hence on a page too short for it: this puts it there once the content is `ready`. `grow` brings more of a list that
 * comes in steps; while it does, leave it out. Whoever scrolls meanwhile stays where they are.
 */
import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const

export function useKeptPlace(ready: boolean, grow?: () => unknown): void {
  const kept = useElementScrollRestoration({ getElement: () => window })
  const [top] = useState(kept?.scrollY ?? 0)
  const done = useRef(top === 0)
  useEffect(() => {
    const stop = () => {
      done.current = true
    }
    for (const kind of BY_HAND) addEventListener(kind, stop, { once: true, passive: true })
    return () => {
      for (const kind of BY_HAND) removeEventListener(kind, stop)
    }
  }, [])
  useLayoutEffect(() => {
    if (done.current || !ready) return
    if (grow && document.documentElement.scrollHeight - window.innerHeight < top) return void grow()
    done.current = true
    if (top > window.scrollY) window.scrollTo({ top })
  })
}
