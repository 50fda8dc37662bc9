/** Retry until loaded: what could not be fetched is fetched later, and nobody is told of a failure. */
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { retryUntilLoaded } from './retryUntilLoaded'

it('is tried again when the network is back', async () => {
  const fetchIt = vi.fn(async () => 'here')
  fetchIt.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const came = retryUntilLoaded(fetchIt)
  await waitFor(() => expect(fetchIt).toHaveBeenCalledTimes(1))
  // What must not happen has this long: less than it takes proves less and fails nothing.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(fetchIt).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event('online'))
  expect(await came).toBe('here')
})
