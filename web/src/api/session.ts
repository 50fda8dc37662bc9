/**
 * Who is signed in and where we are: the two facts nearly every screen needs. Without a network the last known answers
 * stand, so that a contest survives a reload in a dead corner of the campus; a refusal of the server always counts.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { kept, userId1 } from '@/lib/storage'
import { SESSION_KEY, SITE_KEY } from './cache'
import { call } from './client'
import { Failure } from './failure'
import { getChecklogged, getSite } from './generated/sdk.gen'

export type Person = {
  id: string
  fullName: string
  email: string
  role: string
  roles: string[]
  contestCredits: number
  pollCredits: number
}

export type Site = {
  name: string
  instituteName: string
  instituteDomains: string[]
  timeZone: string
  billing: boolean
  mail: boolean
  studentsClaim: string | null
  contactEmail: string | null
  contactPhone: string | null
  policiesUpdated: string
  counts: { students: number; contests: number; answers: number } | null
  demo: boolean
}

const lastPerson = kept<Person>('quad.person')
const lastSite = kept<Site>('quad.site')

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }): Promise<Person | null> => {
    try {
      const { success, user } = await call(getChecklogged({ signal }))
      if (!success || !user) {
        forgetPerson()
        return null
      }
      const { _id, fullName, email, role, roles, contestCredits, pollCredits } = user
      const person = { id: _id, fullName, email, role, roles, contestCredits, pollCredits }
      lastPerson.write(person)
      userId1.write(person.id)
      return person
    } catch (error) {
      // Unreachable or busy says nothing about the person; only an answer does.
      if (error instanceof Failure && (error.offline || error.status >= 500 || error.status === 429)) {
        return rememberedPerson()
      }
      if (error instanceof Failure) return null
      throw error
    }
  },
})

function rememberedPerson(): Person | null {
  const person = lastPerson.read()
  return person && person.id === userId1.read() ? person : null
}

/** After logging out: nothing about the person stays in this browser. */
export function forgetPerson(): void {
  lastPerson.clear()
  userId1.clear()
}

export const siteQuery = queryOptions({
  queryKey: SITE_KEY,
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<Site> => {
    const answer = await call(getSite({ signal }))
    const { name, instituteName, instituteDomains, timeZone, billing, mail, studentsClaim, counts, demo } = answer
    const { contactEmail, contactPhone, policiesUpdated } = answer
    const site = {
      name,
      instituteName,
      instituteDomains,
      timeZone,
      billing: billing === 'on',
      mail,
      studentsClaim: studentsClaim ?? null,
      contactEmail: contactEmail ?? null,
      contactPhone: contactPhone ?? null,
      policiesUpdated,
      counts,
      demo,
    }
    lastSite.write(site)
    return site
  },
})

export type Session =
  | { state: 'loading'; user?: undefined }
  | { state: 'in'; user: Person }
  | { state: 'out'; user?: undefined }

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery)
  if (isPending) return { state: 'loading' }
  return data ? { state: 'in', user: data } : { state: 'out' }
}

const UNKNOWN: Site = {
  name: 'Quad',
  instituteName: '',
  instituteDomains: [],
  timeZone: 'Asia/Kolkata',
  billing: true,
  mail: false,
  studentsClaim: null,
  contactEmail: null,
  contactPhone: null,
  policiesUpdated: '',
  counts: null,
  demo: false,
}

/** The site's facts; the last known (`known: false`) until the server has answered. */
export function useSite(): Site & { known: boolean } {
  const { data } = useQuery(siteQuery)
  return data ? { ...data, known: true } : { ...UNKNOWN, ...lastSite.read(), known: false }
}
