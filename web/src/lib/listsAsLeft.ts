/**
 * Lists as left: which tab, filter, words and page each list had in its address when it was last shown, so that a link
 * back from one of its items leads there and not to its beginning. It is kept for the history entry that is shown: a
 * reload keeps it, and where an item was opened directly its links lead to the plain list. Nothing else of an address is
 * kept: some let somebody in.
 */
import type { RouterHistory } from '@tanstack/react-router'
import { handedOn } from './storage'

type Search = Record<string, string | undefined>

/** Every list that keeps something in its address and has links back to it. */
const LISTS = ['/contest', '/my-contests', '/polls', '/clubs', '/events', '/operations']
/** With one of these in its address a list shows one of its items, or the form for a new one. */
const OPENED = ['create', 'person']

const kept = handedOn<{ entry?: string; lists: Record<string, Search> }>('quad.listsAsLeft')
let lists: Record<string, Search> = {}

/** Tabs of one page may be lists of different things. */
const nameOf = (path: string, search: Search = {}) => `${path} ${search.tab ?? ''}`

/** Once, with the router's history. */
export function rememberLists(history: RouterHistory): void {
  const entryOf = () => history.location.state.__TSR_key
  const before = kept.read()
  lists = before && before.entry === entryOf() ? before.lists : {}
  const note = () => {
    const { pathname, search } = history.location
    const asked: Search = Object.fromEntries(new URLSearchParams(search))
    if (LISTS.includes(pathname) && !OPENED.some((key) => asked[key])) lists[nameOf(pathname, asked)] = asked
    kept.write({ entry: entryOf(), lists })
  }
  note()
  history.subscribe(note)
}

/** Another person is not shown what the one before searched for. */
export function forgetLists(): void {
  lists = {}
  kept.clear()
}

/** The same list as it was left, for a link back to it: `<Link {...asLeft(paths.polls())}>`. */
export function asLeft<T extends { to: string; search?: Search }>(list: T): T {
  const search = lists[nameOf(list.to, list.search)]
  return search ? { ...list, search } : list
}
