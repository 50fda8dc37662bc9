/**
 * Recovery of pages: while a page says that the server was not reached, the server is asked now and then whether it is there
 * again, and then what failed is loaded anew. The page stays as it is until then. One that nobody looks at asks nothing.
 */
import type { Query } from '@tanstack/react-query'
import { cache } from '@/api/cache'
import { Failure } from '@/api/failure'
import { siteQuery } from '@/api/session'
import { RETRY_MS } from './retryInterval'

const failed = {
  type: 'active',
  predicate: ({ state }: Query) => state.status === 'error' && state.error instanceof Failure && state.error.offline,
} as const

export function recoverPages(every = RETRY_MS): void {
  setInterval(() => void look(), every)
}

async function look(): Promise<void> {
  if (document.visibilityState !== 'visible' || cache.getQueryCache().findAll(failed).length === 0) return
  try {
    await cache.fetchQuery({ ...siteQuery, retry: false, staleTime: 0 })
    await cache.refetchQueries(failed)
  } catch {
    // Not yet.
  }
}
