/**
 * What the start page of an administrator has besides: the first steps, fetched by nobody else. Ready once they can be shown
 * with their answer, or cannot; the page waits for that, since they stand above everything.
 */
import { type ComponentType, useEffect, useState } from 'react'
import { cache } from '@/api/cache'

type Part = ComponentType<{ mayHide?: boolean; className?: string }>

export function useAdminStart(isAdmin: boolean): { isReady: boolean; FirstSteps: Part | null } {
  const [found, setFound] = useState<{ FirstSteps: Part | null } | null>(null)
  useEffect(() => {
    if (!isAdmin) return
    let isWanted = true
    const fetchIt = async () => {
      const [{ FirstSteps }, { firstStepsQuery }] = await Promise.all([
        import('@/features/operations/components/FirstSteps'),
        import('@/features/operations/api'),
      ])
      await cache.prefetchQuery(firstStepsQuery)
      return FirstSteps
    }
    void fetchIt()
      .catch(() => null)
      .then((FirstSteps) => {
        if (isWanted) setFound({ FirstSteps })
      })
    return () => {
      isWanted = false
    }
  }, [isAdmin])
  return { isReady: !isAdmin || found !== null, FirstSteps: found?.FirstSteps ?? null }
}
