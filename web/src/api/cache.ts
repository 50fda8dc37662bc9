/**
 * Query cache: the one cache of server state, and the keys that several places must agree on. Calls run whatever the
 * browser thinks of its connection: on a campus LAN `navigator.onLine` says little about reaching this server.
 */
import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure'

export const SESSION_KEY = ['session'] as const
export const SITE_KEY = ['site'] as const
/** Clubs to choose from, and events that pictures belong to: kept by one feature, changed by another. */
export const CLUB_CHOICE_KEY = ['clubs', 'choice'] as const
export const HUB_EVENTS_KEY = ['events', 'hub'] as const

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isPassing(error),
      retryDelay: (count, error) =>
        error instanceof Failure && error.retryAfter ? error.retryAfter * 1000 : 800 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Worth another try: the network, or a server that is busy. A refusal stays a refusal. */
export function isPassing(error: unknown): boolean {
  return error instanceof Failure && (error.offline || error.status >= 500)
}
