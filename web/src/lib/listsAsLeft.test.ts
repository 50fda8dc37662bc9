/** Lists as left: what is kept of which address, and for how long. */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { asLeft, forgetLists, listsAreOf, rememberLists } from './listsAsLeft'
import { userId1 } from './storage'

const POLLS = { to: '/polls' }
const PEOPLE = { to: '/operations', search: { tab: 'people' } }
let history: RouterHistory | undefined

/** A document is loaded at an address: by a reload, with the entry's state, or anew. */
function load(address: string, state: unknown = null): RouterHistory {
  history?.destroy()
  window.history.pushState(state, '', address)
  history = createBrowserHistory()
  rememberLists(history)
  return history
}

beforeEach(() => {
  sessionStorage.clear()
  forgetLists()
})

it('keeps what each list had in its address when it was last shown', () => {
  const { push, replace } = load('/polls?status=mine&q=tea')
  push('/operations?tab=people&q=bo&page=2')
  replace('/operations?tab=people&q=bo&page=3')
  push('/operations?tab=audit&page=7')
  push('/contest')
  expect(asLeft(POLLS)).toEqual({ to: '/polls', search: { status: 'mine', q: 'tea' } })
  expect(asLeft(PEOPLE).search).toEqual({ tab: 'people', q: 'bo', page: '3' })
  expect(asLeft({ to: '/contest' })).toEqual({ to: '/contest', search: {} })
  expect(asLeft({ to: '/events' }), 'never shown').toEqual({ to: '/events' })
  push('/polls')
  expect(asLeft(POLLS), 'begun anew').toEqual({ to: '/polls', search: {} })
})

it('takes no item of a list for the list, and keeps nothing of other addresses', () => {
  const { push } = load('/polls?q=tea')
  push('/polls?create=1')
  push('/operations?tab=people&person=p1')
  push('/confirm?token=secret')
  expect(asLeft(POLLS)).toEqual({ to: '/polls', search: { q: 'tea' } })
  expect(asLeft(PEOPLE)).toEqual(PEOPLE)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret')
})

it('a reload keeps it, an address opened directly in the same tab has none', () => {
  const { push, flush } = load('/polls?q=tea')
  push('/polls/p1')
  flush()
  const { state } = window.history
  load('/polls/p1', state)
  expect(asLeft(POLLS)).toHaveProperty('search', { q: 'tea' })
  load('/polls/p2')
  expect(asLeft(POLLS)).toEqual(POLLS)
})

describe('once somebody else may be here', () => {
  const remember = (who: string | null) => (who === null ? userId1.clear() : userId1.write(who))
  /** The entry of a poll that was opened from a list; `who` is known by then. */
  function leave(who: string | null): unknown {
    remember(who)
    const { push, flush } = load('/polls?status=ended')
    listsAreOf(who)
    push('/polls/p1')
    flush()
    return window.history.state
  }
  /** Back in the document of that entry; it is known a moment later who is here. */
  function comeBack(state: unknown, remembered: string | null, who: string | null) {
    remember(remembered)
    load('/polls/p1', state)
    const atOnce = asLeft(POLLS)
    remember(who)
    listsAreOf(who)
    return { atOnce, later: asLeft(POLLS) }
  }
  const LEFT = { to: '/polls', search: { status: 'ended' } }

  it.each([
    ['the same person', 'a', 'a', 'a', LEFT, LEFT],
    ['another person', 'a', 'b', 'b', POLLS, POLLS],
    ['a guest', 'a', null, null, POLLS, POLLS],
    ['another person, of whom this browser did not know', 'a', 'a', 'b', LEFT, POLLS],
    ['a guest, as the session has ended', 'a', 'a', null, LEFT, POLLS],
    ['a guest, as before', null, null, null, LEFT, LEFT],
    ['the guest, who has logged in', null, 'a', 'a', LEFT, LEFT],
  ])('a new document shows the former filter only to whose it is: %s', (_, left, remembered, who, atOnce, later) => {
    expect(comeBack(leave(left), remembered, who)).toEqual({ atOnce, later })
  })

  it('what a guest had is theirs once they have logged in, and of nobody else', () => {
    leave(null)
    listsAreOf('a')
    expect(asLeft(POLLS)).toEqual(LEFT)
    expect(comeBack(window.history.state, 'b', 'b').later).toEqual(POLLS)
  })

  it('keeps what is shown before it is known who is here', () => {
    userId1.write('a')
    load('/polls?q=tea').push('/polls/p1')
    listsAreOf(null)
    expect(asLeft(POLLS)).toEqual({ to: '/polls', search: { q: 'tea' } })
    listsAreOf('b')
    expect(asLeft(POLLS)).toEqual({ to: '/polls', search: { q: 'tea' } })
    listsAreOf(null)
    expect(asLeft(POLLS)).toEqual(POLLS)
  })

  it('takes nothing of which it is not said whose it is', () => {
    const state = leave(null)
    const { of: _, ...rest } = JSON.parse(sessionStorage.getItem('quad.listsAsLeft') ?? '{}')
    sessionStorage.setItem('quad.listsAsLeft', JSON.stringify(rest))
    expect(comeBack(state, null, null).atOnce).toEqual(POLLS)
  })
})

it('forgets', () => {
  load('/polls?q=tea').push('/polls/p1')
  forgetLists()
  expect(asLeft(POLLS)).toEqual(POLLS)
})
