/** The notice of silence: words and a button over a page whose calls are swallowed, and nothing where they are answered. */
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '@/api/client'
import { noteReached } from '@/api/connection'
import { getContestMyContests } from '@/api/generated/sdk.gen'
import { answerOf, echoing } from '@/testingAnswer'
import { showPage } from '@/testPage'
import { StillWaiting } from './StillWaiting'

function Page() {
  const { data, error } = useQuery({
    queryKey: ['contests'],
    queryFn: ({ signal }) => call(getContestMyContests({ signal })),
  })
  return (
    <>
      <StillWaiting />
      <p>{data ? 'the list' : error ? 'the failure' : 'the skeleton'}</p>
    </>
  )
}

let swallowed = true
const asked = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  asked.mockClear()
  swallowed = true
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing((_, init) => {
      asked()
      if (!swallowed) return Promise.resolve(answerOf([]))
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new TypeError())))
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  noteReached(true)
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('says after twelve seconds that nothing comes, and asks again when it is told to', async () => {
  await showPage({ '/': Page }, '/')
  await pass(11_000)
  expect(screen.queryByText(/could not be reached/)).toBeNull()
  await pass(2000)
  expect(screen.getByText(/could not be reached/)).toBeVisible()
  swallowed = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(500)
  expect(screen.getByText('the list')).toBeVisible()
  expect(screen.queryByText(/could not be reached/)).toBeNull()
})

it('comes back where nothing comes again, and goes with the failure of the page itself', async () => {
  await showPage({ '/': Page }, '/')
  await pass(13_000)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(500)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(screen.queryByText(/could not be reached/)).toBeNull()
  await pass(13_000)
  expect(screen.getByText(/could not be reached/)).toBeVisible()
  await pass(240_000)
  expect(screen.getByText('the failure')).toBeVisible()
  expect(screen.queryByText(/could not be reached/)).toBeNull()
})
