/** Lists as left: what is kept of which address, and for how long. */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { beforeEach, expect, it } from 'vitest'
import { asLeft, forgetLists, rememberLists } from './listsAsLeft'

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

it('forgets', () => {
  load('/polls?q=tea').push('/polls/p1')
  forgetLists()
  expect(asLeft(POLLS)).toEqual(POLLS)
})
