/** Session, who counts as signed in: what the server says; without it, what it said last. */
import { QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GUEST, SITE, serverSays, signedIn } from '@/testPage'
import { cache } from './cache'
import { call } from './client'
import { isReached, noteReached } from './connection'
import { notReached } from './failure'
import { getContestMyContests } from './generated/sdk.gen'
import { endSession, forgetPerson, sessionQuery, siteQuery, takeLeave, useLeft } from './session'

const ask = () => cache.fetchQuery({ ...sessionQuery, staleTime: 0 })
const silence = () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))

beforeEach(() => cache.clear())

it('is the person the server names, whose id is kept for others', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  expect(await ask()).toMatchObject({ id: 'u1', fullName: 'Ananya Sharma', role: 'USER' })
  expect(localStorage.getItem('userId1')).toBe('u1')
})

it('is the last known person while nothing answers, so that a contest survives a reload', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  silence()
  expect(await ask()).toMatchObject({ id: 'u1' })
})

it('is the last known person also where everything is swallowed, what was asked early as well, after as long as silence takes', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  vi.useFakeTimers()
  try {
    for (const early of [false, true]) {
      cache.clear()
      vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
      const asked = { at: performance.now(), answer: new Promise<never>(() => {}), here: false }
      globalThis.quadPrefetched = new Map(early ? [[`${location.origin}/api/checklogged`, asked]] : [])
      const said = ask()
      await vi.advanceTimersByTimeAsync(12_500)
      expect(await said).toMatchObject({ id: 'u1' })
      expect(isReached()).toBe(false)
    }
  } finally {
    vi.useRealTimers()
    globalThis.quadPrefetched = undefined
    noteReached(true)
  }
})

it('is not known while nothing answers and nobody was here, and nobody once they logged out', async () => {
  silence()
  await expect(ask()).rejects.toMatchObject({ offline: true })
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  forgetPerson()
  silence()
  expect(await ask()).toBeNull()
})

it('is nobody when the server says so, and forgets', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  serverSays({ 'GET /checklogged': GUEST })
  expect(await ask()).toBeNull()
  expect(localStorage.getItem('userId1')).toBeNull()
  silence()
  expect(await ask()).toBeNull()
})

it.each([
  ['which site this is', () => SITE.body],
  ['another call', () => ({ success: true, contests: [] })],
  ['nothing', () => ({})],
])('is not told by the answer to something else: %s', async (_, other) => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  serverSays({ 'GET /checklogged': () => ({ body: other() }) })
  expect(await ask()).toMatchObject({ id: 'u1' })
  expect(localStorage.getItem('userId1')).toBe('u1')
})

it.each([
  ['who is signed in', () => signedIn().body],
  ['another call', () => ({ success: true, name: 'Chess club' })],
])('which site this is, the answer to something else does not tell: %s', async (_, other) => {
  serverSays({ 'GET /site': SITE })
  await cache.fetchQuery({ ...siteQuery, retry: false })
  const kept = JSON.stringify({ ...localStorage })
  serverSays({ 'GET /site': () => ({ body: other() }) })
  const asked = cache.fetchQuery({ ...siteQuery, staleTime: 0, retry: false })
  await expect(asked).rejects.toMatchObject({ offline: true, between: true })
  expect(JSON.stringify({ ...localStorage })).toBe(kept)
})

describe('a word that was another’s', () => {
  const of = (id: string) => ({ body: { success: true, user: { ...signedIn().body.user, _id: id } } })
  const inTurn = (...answers: (typeof GUEST)[]) => serverSays({ 'GET /checklogged': () => answers.shift() ?? GUEST })
  beforeEach(async () => {
    serverSays({ 'GET /checklogged': signedIn() })
    await ask()
  })

  it.each([
    ['somebody else', of('u2')],
    ['nobody', GUEST],
  ])('is not believed when it comes once: %s', async (_, strange) => {
    const calls = inTurn(strange, signedIn())
    expect(await ask()).toMatchObject({ id: 'u1' })
    expect(calls).toHaveLength(2)
    expect(localStorage.getItem('userId1')).toBe('u1')
  })

  it('is believed when it comes twice', async () => {
    const calls = inTurn(of('u3'), of('u2'), of('u2'))
    expect(await ask()).toMatchObject({ id: 'u2' })
    expect(calls).toHaveLength(3)
  })

  it('is as good as none where each time another comes', async () => {
    inTurn(of('u2'), of('u3'), of('u4'))
    expect(await ask()).toMatchObject({ id: 'u1' })
    expect(localStorage.getItem('userId1')).toBe('u1')
  })
})

it('is not known when the check breaks, and whoever it was before where that was said', async () => {
  const broken = { 'GET /checklogged': { status: 500, body: { code: 'internal', message: 'x' } } }
  serverSays(broken)
  await expect(ask()).rejects.toMatchObject({ code: 'internal' })
  serverSays({ 'GET /checklogged': GUEST })
  expect(await ask()).toBeNull()
  serverSays(broken)
  expect(await ask()).toBeNull()
})

it('is asked for again when another tab logged out', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  const state = () => cache.getQueryState(sessionQuery.queryKey)
  window.dispatchEvent(new StorageEvent('storage', { key: 'userId1', newValue: 'u1' }))
  expect(state()?.isInvalidated).toBe(false)
  window.dispatchEvent(new StorageEvent('storage', { key: 'userId1', newValue: null }))
  expect(state()?.isInvalidated).toBe(true)
  await ask()
  // Somebody else has logged in there.
  window.dispatchEvent(new StorageEvent('storage', { key: 'userId1', newValue: 'u2' }))
  expect(state()?.isInvalidated).toBe(true)
})

describe('what was fetched for one person', () => {
  const other = () => {
    const { user } = signedIn().body
    return { body: { success: true, user: { ...user, _id: 'u2' } } }
  }
  const come = async (who: ReturnType<typeof other> | typeof GUEST) => {
    serverSays({ 'GET /checklogged': who })
    await ask()
  }

  it('is never another’s, and is asked for again where it is shown', async () => {
    await come(signedIn())
    cache.setQueryData(['site'], 'the site')
    cache.setQueryData(['notices', 'newest'], '7')
    let answer = 'of u1'
    const inbox = new QueryObserver(cache, { queryKey: ['notices'], queryFn: async () => answer })
    const stop = inbox.subscribe(() => {})
    await vi.waitFor(() => expect(inbox.getCurrentResult().data).toBe('of u1'))
    // The same person once more changes nothing.
    await ask()
    expect(inbox.getCurrentResult().data).toBe('of u1')
    answer = 'of u2'
    await come(other())
    expect(inbox.getCurrentResult().data).toBeUndefined()
    expect(cache.getQueryData(['notices', 'newest'])).toBeUndefined()
    expect(cache.getQueryData(['site'])).toBe('the site')
    await vi.waitFor(() => expect(inbox.getCurrentResult().data).toBe('of u2'))
    stop()
  })

  it.each(['here', 'elsewhere'])('is nobody’s after a log-out %s', async (where) => {
    await come(signedIn())
    cache.setQueryData(['clubs', 'members'], 'mails and phones')
    if (where === 'here')
      await endSession(
        async () => {},
        async () => {},
      )
    else await come(GUEST)
    expect(cache.getQueryData(['clubs', 'members'])).toBeUndefined()
  })

  it('stays while a contest is taken and the session ends, until somebody else comes', async () => {
    const paper = cache.getQueryCache().build(cache, { queryKey: ['paper', 'c1'], meta: { held: true } })
    await come(signedIn())
    paper.setData('questions')
    await come(GUEST)
    await come(signedIn())
    expect(paper.state.data).toBe('questions')
    await come(GUEST)
    await come(other())
    expect(paper.state.data).toBeUndefined()
  })
})

describe('while a session is being ended', () => {
  const joined = (from: QueryObserver['options']['queryKey']) =>
    new QueryObserver(cache, {
      queryKey: from ?? [],
      retry: false,
      queryFn: ({ signal }) => call(getContestMyContests({ signal })),
    })
  const start = async () => {
    const calls = serverSays({ 'GET /checklogged': signedIn(), 'GET /contest/my-contests': { body: [] } })
    await ask()
    const list = joined(['joined'])
    const stop = list.subscribe(() => {})
    await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true))
    const asked = () => calls.filter(({ path }) => path === '/contest/my-contests').length
    return { list, stop, asked }
  }

  it('nothing is asked as somebody who is about to leave', async () => {
    const { list, stop, asked } = await start()
    await endSession(
      async () => void list.refetch(),
      async () => {
        void list.refetch()
        // The call would be on its way by then.
        await new Promise((resolve) => setTimeout(resolve, 20))
        // The page has gone.
        stop()
      },
    )
    expect(cache.getQueryData(sessionQuery.queryKey)).toBeNull()
    // What must not happen has this long: less than it takes proves less and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked()).toBe(1)
  })

  it('what is kept about the person goes with it', async () => {
    const { stop } = await start()
    for (const key of ['contestid', 'quad.place', 'quad.chosen']) localStorage.setItem(key, '"theirs"')
    expect(localStorage.getItem('quad.person')).not.toBeNull()
    await endSession(
      async () => {},
      async () => {},
    )
    expect(Object.keys(localStorage)).toEqual([])
    stop()
  })

  it('other tabs are told who has left, also where one heard of the end before', async () => {
    const { stop } = await start()
    const kept = vi.spyOn(Storage.prototype, 'setItem')
    await endSession(
      async () => localStorage.removeItem('userId1'),
      async () => {},
    )
    expect(kept).toHaveBeenCalledWith('quad.leaving', 'u1')
    kept.mockRestore()
    stop()
  })

  it('another tab’s person has left until they are back', () => {
    const { result } = renderHook(() => useLeft('u1'))
    const told = (key: string, newValue: string | null) =>
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
    told('quad.leaving', 'u2')
    expect(result.current).toBe(false)
    told('quad.leaving', 'u1')
    told('quad.leaving', null)
    told('userId1', null)
    expect(result.current).toBe(true)
    told('userId1', 'u1')
    expect(result.current).toBe(false)
  })

  it('an end whose answer was lost is what the server says it is', async () => {
    const { stop } = await start()
    stop()
    const lost = () => Promise.reject(notReached(200, true))
    const leave = vi.fn(async () => {})
    serverSays({ 'GET /checklogged': signedIn() })
    await expect(endSession(lost, leave)).rejects.toMatchObject({ between: true, unsure: false })
    silence()
    await expect(endSession(lost, leave)).rejects.toMatchObject({ between: true, unsure: true })
    expect(leave).not.toHaveBeenCalled()
    expect(cache.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: 'u1' })
    serverSays({ 'GET /checklogged': GUEST })
    await endSession(lost, leave)
    expect(leave).toHaveBeenCalledOnce()
    expect(cache.getQueryData(sessionQuery.queryKey)).toBeNull()
    expect(localStorage.getItem('userId1')).toBeNull()
  })

  it('an end of which nothing is known is found out later, unless the person is seen to be there still', async () => {
    const { stop } = await start()
    stop()
    const leave = async () => {}
    const lose = async () => {
      silence()
      await expect(endSession(() => Promise.reject(notReached()), leave)).rejects.toMatchObject({ unsure: true })
    }
    await lose()
    serverSays({ 'GET /checklogged': signedIn() })
    await ask()
    expect(takeLeave()).toBeNull()
    await lose()
    serverSays({ 'GET /checklogged': GUEST })
    await ask()
    expect(takeLeave()).toBe(leave)
    expect(takeLeave()).toBeNull()
  })

  it('what was asked meanwhile is asked after all when it fails', async () => {
    const { list, stop, asked } = await start()
    const ending = endSession(
      async () => {
        void list.refetch()
        throw new Error('no network')
      },
      async () => {},
    )
    await expect(ending).rejects.toThrow('no network')
    await vi.waitFor(() => expect(asked()).toBe(2))
    expect(cache.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: 'u1' })
    stop()
  })
})
