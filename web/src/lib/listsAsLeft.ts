/**
 * Lists as left: which tab, filter, words and page each list had in its address when it was last shown, so that a link
 * back from one of its items leads there and not to its beginning. It is kept for the history entry that is shown: a
 * reload keeps it, and where an item was opened directly its links lead to the plain list. Nothing else of an address is
 * kept: some let somebody in. It is kept for one person, by whose id a new document knows whether it is theirs.
 */
import type { RouterHistory } from '@tanstack/react-router'
import { handedOn, userId1 } from './storage'

type Search = Record<string, string | undefined>

/** Every list that keeps something in its address and has links back to it. */
const LISTS = ['/contest', '/my-contests', '/polls', '/clubs', '/events', '/operations']
/** With one of these in its address a list shows one of its items, or the form for a new one. */
const OPENED = ['create', 'person']

/** `of`: whose they are; null: a guest's. */
const kept = handedOn<{ entry?: string; of: string | null; lists: Record<string, Search> }>('quad.listsAsLeft')
let lists: Record<string, Search> = {}
/** Those of them that were shown in this document. */
let here: Record<string, Search> = {}
/** Whose those are that an earlier document handed on; null also where there are none. */
let handedOnOf: string | null = null
/** Undefined until the session is known in this document. */
let owner: string | null | undefined
let keep = () => {}

/** Tabs of one page may be lists of different things. */
const nameOf = (path: string, search: Search = {}) => `${path} ${search.tab ?? ''}`

/** Once, with the router's history. */
export function rememberLists(history: RouterHistory): void {
  const entryOf = () => history.location.state.__TSR_key
  const before = kept.read()
  const remembered = userId1.read()
  const isTheirs = before && before.entry === entryOf() && (before.of === null || before.of === remembered)
  lists = isTheirs ? before.lists : {}
  handedOnOf = isTheirs ? before.of : null
  here = {}
  owner = undefined
  keep = () => kept.write({ entry: entryOf(), of: owner === undefined ? remembered : owner, lists })
  const note = () => {
    const { pathname, search } = history.location
    const asked: Search = Object.fromEntries(new URLSearchParams(search))
    if (LISTS.includes(pathname) && !OPENED.some((key) => asked[key])) {
      const name = nameOf(pathname, asked)
      here[name] = asked
      lists[name] = asked
    }
    keep()
  }
  note()
  history.subscribe(note)
}

/**
 * Who is here, whenever that is known or becomes another: nobody is shown what the person before searched for; a guest
 * who logs in keeps theirs.
 */
export function listsAreOf(person: string | null): void {
  // This browser remembered somebody else; what was shown since is of whoever is here.
  if (owner === undefined && handedOnOf !== null && handedOnOf !== person) lists = { ...here }
  if (owner && owner !== person) forgetLists()
  owner = person
  keep()
}

export function forgetLists(): void {
  lists = {}
  here = {}
  kept.clear()
}

/** The same list as it was left, for a link back to it: `<Link {...asLeft(paths.polls())}>`. */
export function asLeft<T extends { to: string; search?: Search }>(list: T): T {
  const search = lists[nameOf(list.to, list.search)]
  return search ? { ...list, search } : list
}
