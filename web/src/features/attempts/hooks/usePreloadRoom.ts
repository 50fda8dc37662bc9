/**
 * Preload of the contest screen's code where somebody is likely to go there next, once the page is idle. Where there is
 * a service worker, it keeps that code already; on a plain http LAN there is none.
 */
import { useEffect } from 'react'
import { prefersReducedData } from '@/lib/prefersReducedData'
import { whenIdle } from '@/lib/whenIdle'

export function usePreloadRoom(): void {
  useEffect(
    () => (prefersReducedData() ? undefined : whenIdle(() => void import('../pages/TakeContestPage').catch(() => {}))),
    [],
  )
}
