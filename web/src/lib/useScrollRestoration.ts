/**
 * Scroll restoration: after a reload, or on the way back from another document, the router scrolls before the content
 * has loaded, hence on a page that is too short. This hook scrolls once the content is `ready`. `grow` loads more of a
 * list that is loaded in steps; leave it out while it does. It does nothing when the person has scrolled meanwhile.
 */
import { useElementScrollRestoration } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { useHasInteracted } from './useHasInteracted'

export function useScrollRestoration(ready: boolean, grow?: () => unknown): void {
  const kept = useElementScrollRestoration({ getElement: () => window })
  const [top] = useState(kept?.scrollY ?? 0)
  const done = useRef(top === 0)
  const moved = useHasInteracted()
  useLayoutEffect(() => {
    if (done.current || moved.current || !ready) return
    if (grow && document.documentElement.scrollHeight - window.innerHeight < top) return void grow()
    done.current = true
    if (top > window.scrollY) window.scrollTo({ top })
  })
}
