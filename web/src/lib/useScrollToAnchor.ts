/**
 * Scrolling to the part of a page that the address names (/profile#data), for pages whose parts load by themselves: the
 * browser looks for it too early, and what loads above would push it away. This hook scrolls once everything is there,
 * again when more has come, and no longer once the person has scrolled. What fails is not waited for, nor what a query
 * marks `mayBeLate`.
 */
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHasInteracted } from './useHasInteracted'

const MISSING = { predicate: ({ state }: Query) => state.status === 'pending' }
const AWAITED = {
  predicate: (query: Query) =>
    MISSING.predicate(query) && query.state.fetchFailureCount === 0 && !query.meta?.mayBeLate,
}

export function useScrollToAnchor(): void {
  const cache = useQueryClient()
  const loading = useIsFetching(AWAITED) > 0
  const missing = useIsFetching(MISSING)
  const moved = useHasInteracted()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with `missing`, what was late pushes the part away
  useEffect(() => {
    if (loading) return
    const scroll = () => {
      if (moved.current || cache.isFetching(AWAITED) > 0) return
      document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
    }
    // A frame after what came is drawn: in the same one its growth would count as a jump of what the window shows.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [cache, loading, missing, moved])
}
