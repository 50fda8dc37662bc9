/**
 * Order state: one order, looked at every three seconds while it waits to be paid, or cannot be asked for; each look
 * makes the server ask the provider. `failure` says why the last look failed. Once it is paid, everything that shows
 * roles and creations is asked for again.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isPassing, SESSION_KEY } from '@/api/cache'
import { checkOrder, orderKey, orderQuery, PAYMENTS_KEY } from '../api'
import { isPaid, type Purchase } from '../model'

const EVERY_MS = 3000
/** After this the page says that it takes too long; it goes on looking. */
const LONG_MS = 60_000

export function useOrder(id: string) {
  const cache = useQueryClient()
  const order = useQuery({
    ...orderQuery(id),
    // Somebody who has just paid does not press "Try again": what could not be asked for is asked for until it can.
    retry: (_count, error) => isPassing(error),
    retryDelay: EVERY_MS,
  })
  const state = order.data?.state
  const waiting = state === 'waiting'
  const paid = state !== undefined && isPaid(state)
  const [long, setLong] = useState(false)

  useEffect(() => {
    if (!waiting) return
    const tooLong = setTimeout(() => setLong(true), LONG_MS)
    const look = setInterval(() => {
      // Refused for being too soon, or unreachable: the next look comes anyway.
      checkOrder(id).then(
        (purchase) => cache.setQueryData<Purchase>(orderKey(id), purchase),
        () => undefined,
      )
    }, EVERY_MS)
    return () => {
      clearTimeout(tooLong)
      clearInterval(look)
    }
  }, [waiting, id, cache])

  useEffect(() => {
    if (!paid) return
    void cache.invalidateQueries({ queryKey: SESSION_KEY })
    void cache.invalidateQueries({ queryKey: [...PAYMENTS_KEY, 'purchases'] })
    void cache.invalidateQueries({ queryKey: [...PAYMENTS_KEY, 'ledger'] })
  }, [paid, cache])

  return { order, failure: order.error ?? order.failureReason, long }
}
