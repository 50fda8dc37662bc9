/**
 * Live updates of an own contest while it is on the screen: its questions are fixed when somebody joins, and its end
 * may be moved in another window. Whoever asks "has nobody joined yet?" is answered by this. Nobody joins before the
 * start or after the end, and a stream takes fifty topics: a page with a hundred contests follows only those that run.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '@/api/live'
import { type Followed, followedFrom, keyedKey, OWN_KEY, topicOf } from '../api'
import type { Contest, KeyedContest } from '../model'

export function useLiveOwnContest(contest: Contest, running: boolean): void {
  const cache = useQueryClient()
  useLive(running ? topicOf(contest.id) : null, (event) => {
    const told = followedFrom(event)
    if (!told) return
    const changed = <C extends Contest>(one: C): C => (one.id === contest.id ? withFollowed(one, told) : one)
    cache.setQueryData<KeyedContest>(keyedKey(contest.id), (one) => one && changed(one))
    cache.setQueryData<Contest[]>(OWN_KEY, (all) => all?.map(changed))
  })
}

/** The contest as it was told; the same object where nothing of it is new. */
function withFollowed<C extends Contest>(contest: C, told: Followed): C {
  const isSame =
    Date.parse(contest.startsAt) === Date.parse(told.startsAt) &&
    Date.parse(contest.endsAt) === Date.parse(told.endsAt) &&
    contest.isPublic === told.isPublic &&
    contest.frozen === told.frozen &&
    contest.participants === told.participants
  return isSame ? contest : { ...contest, ...told }
}
