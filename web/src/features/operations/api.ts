/** API of operations: its calls, and the only file of this feature that knows the wire's names. For ADMIN. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { CALL, headOf } from '@/api/authenticity'
import { cache } from '@/api/cache'
import { call } from '@/api/client'
import {
  deleteClubsByClubAdministratorsByUserId,
  deleteJobsById,
  deletePeopleByUserIdSessions,
  getAudit,
  getClubs,
  getEnquiries,
  getFirstSteps,
  getJobs,
  getPeople,
  getPeopleByUserId,
  getSystem,
  postClubsByClubAdministrators,
  postJobsByIdRetry,
  postPeopleByUserIdCredits,
  postPeopleByUserIdResetCode,
  postSystemBackup,
  putEnquiriesByIdAnswered,
  putFirstStepsRegistration,
  putPeopleByUserIdOrganiser,
} from '@/api/generated/sdk.gen'
import type {
  AuditEntryOut,
  AuditPersonOut,
  BackupRunOut,
  EnquiryOut,
  JobOut,
  PersonOut,
} from '@/api/generated/types.gen'
import { randomKey } from '@/lib/randomKey'
import type {
  AuditEntry,
  AuditPage,
  AuditPerson,
  BackupRun,
  CreditChange,
  Enquiry,
  EnquiryPage,
  FirstSteps,
  Job,
  JobPage,
  JobState,
  PeoplePage,
  PersonDetails,
  System,
} from './model'

export const JOBS_SIZE = 25
const ENQUIRIES_SIZE = 20
/** Often enough to see a retry work; a page nobody looks at asks nothing. */
const JOBS_EVERY = 5000
const ENQUIRIES_EVERY = 60_000
const SYSTEM_EVERY = 5000

const JOBS = ['operations', 'jobs'] as const
const ENQUIRIES = ['operations', 'enquiries'] as const
const SYSTEM = ['operations', 'system'] as const

function jobFrom({ createdAt, runAt, lastError, ...same }: JobOut): Job {
  return { ...same, createdAt: Date.parse(createdAt), runAt: Date.parse(runAt), lastError: lastError ?? null }
}

export const jobsQuery = (state: JobState, kind: string, page: number) =>
  queryOptions({
    queryKey: [...JOBS, state, kind, page],
    placeholderData: keepPreviousData,
    refetchInterval: JOBS_EVERY,
    queryFn: async ({ signal }): Promise<JobPage> => {
      const query = { state, kind: kind || undefined, page, size: JOBS_SIZE }
      const { jobs, total, counts, kinds } = await call(getJobs({ query, signal }))
      return { jobs: jobs.map(jobFrom), total, counts, kinds }
    },
  })

export async function retryJob(id: string): Promise<string> {
  return (await call(postJobsByIdRetry({ path: { id } }))).message
}

export async function dropJob(id: string): Promise<string> {
  return (await call(deleteJobsById({ path: { id } }))).message
}

export function staleJobs(): Promise<void> {
  return cache.invalidateQueries({ queryKey: JOBS })
}

const moment = (text: string | null | undefined) => (typeof text === 'string' ? Date.parse(text) : null)

function runFrom(run: BackupRunOut | null | undefined): BackupRun | null {
  if (!run) return null
  const { beganAt, file, bytes, verifiedAt, why } = run
  return { file, beganAt: Date.parse(beganAt), bytes: bytes ?? null, verifiedAt: moment(verifiedAt), why: why ?? null }
}

export const systemQuery = queryOptions({
  queryKey: SYSTEM,
  refetchInterval: SYSTEM_EVERY,
  queryFn: async ({ signal }): Promise<System> => {
    const { processes, storage, backup, errors } = await call(getSystem({ signal }))
    const before = cache.getQueryData<System>(SYSTEM)?.backup
    // What is said of backups here, the first steps say too.
    if (before && (before.newest?.beganAt ?? null) !== moment(backup.newest?.beganAt)) void staleFirstSteps()
    return {
      processes: processes.map(({ beganAt, seenAt, ...same }) => ({
        ...same,
        beganAt: Date.parse(beganAt),
        seenAt: Date.parse(seenAt),
      })),
      storage: {
        ...storage,
        rooms: storage.rooms.map(({ freeBytes, ...same }) => ({ ...same, freeBytes: freeBytes ?? null })),
      },
      backup: {
        ...backup,
        newest: runFrom(backup.newest),
        failed: runFrom(backup.failed),
        dueAt: moment(backup.dueAt),
      },
      errors: errors.map(({ at, place, said, host, pid }) => ({
        at: Date.parse(at),
        place,
        said,
        of: typeof pid === 'number' ? { host: host ?? '', pid } : null,
      })),
    }
  },
})

/** What the server that answers lacks, in its own words; null when nothing. It needs no session, which nobody can have without a database. */
export const readinessQuery = queryOptions({
  queryKey: ['operations', 'readiness'],
  refetchInterval: SYSTEM_EVERY,
  retry: false,
  queryFn: async ({ signal }): Promise<string | null> => {
    const id = randomKey()
    const answer = await fetch('/readyz', { signal, cache: 'no-store', headers: { [CALL]: id } })
    // A proxy or a filter before it may answer with a page of its own.
    return answer.ok || !headOf(answer, answer.url, id).isMarked ? null : (await answer.text()).trim()
  },
})

/** After what they judge has changed. */
function staleFirstSteps(): Promise<void> {
  return cache.invalidateQueries({ queryKey: FIRST_STEPS })
}

export async function backUp(): Promise<string> {
  return (await call(postSystemBackup())).message
}

export function staleSystem(): Promise<void> {
  return cache.invalidateQueries({ queryKey: SYSTEM })
}

function enquiryFrom(wire: EnquiryOut): Enquiry {
  const { id, topic, name, email, message } = wire
  return {
    id,
    topic,
    name,
    email,
    message,
    doubtful: wire.doubtful,
    known: typeof wire.userId === 'string',
    createdAt: Date.parse(wire.createdAt),
    answered: typeof wire.answeredAt === 'string',
  }
}

export const enquiriesQuery = (onlyOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: [...ENQUIRIES, onlyOpen],
    refetchInterval: ENQUIRIES_EVERY,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<EnquiryPage> => {
      const query = { page: pageParam, size: ENQUIRIES_SIZE, ...(onlyOpen ? { open: true } : {}) }
      const { enquiries, total, open } = await call(getEnquiries({ query, signal }))
      return { enquiries: enquiries.map(enquiryFrom), total, open, page: pageParam }
    },
    getNextPageParam: (last) => (last.page * ENQUIRIES_SIZE < last.total ? last.page + 1 : undefined),
  })

type EnquiryPages = { pages: EnquiryPage[]; pageParams: unknown[] }

function noteTick(id: string, answered: boolean): void {
  cache.setQueriesData<EnquiryPages>(
    { queryKey: ENQUIRIES },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          enquiries: page.enquiries.map((one) => (one.id === id ? { ...one, answered } : one)),
        })),
      },
  )
}

/** Noted in every list at once, and taken back when it fails; the lists are asked for again by the caller. */
export async function tickEnquiry(id: string, answered: boolean): Promise<void> {
  // What is on its way knows nothing of the tick.
  await cache.cancelQueries({ queryKey: ENQUIRIES })
  noteTick(id, answered)
  try {
    await call(putEnquiriesByIdAnswered({ path: { id }, body: { answered } }))
  } catch (error) {
    noteTick(id, !answered)
    throw error
  }
}

/**
 * The list of those not answered keeps what was just ticked off until its own turn comes, so that the tick can be taken
 * back and the focus has a place.
 */
export function staleEnquiries(): Promise<void> {
  void cache.invalidateQueries({ queryKey: [...ENQUIRIES, true], refetchType: 'none' })
  return cache.invalidateQueries({ queryKey: [...ENQUIRIES, false] })
}

export const PEOPLE_SIZE = 25
export const AUDIT_SIZE = 25
/** While something is still being looked at. */
const LOOKING_EVERY = 3000
const ALL_CLUBS = 100

const PEOPLE = ['operations', 'people'] as const
const AUDIT = ['operations', 'audit'] as const
const FIRST_STEPS = ['operations', 'first-steps'] as const

export const peopleQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [...PEOPLE, 'list', search, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<PeoplePage> => {
      const query = { search: search || undefined, page, size: PEOPLE_SIZE }
      const { people, total } = await call(getPeople({ query, signal }))
      return {
        people: people.map(({ _id: id, fullName, email, Batch: batch, roles }) => ({
          id,
          fullName,
          email,
          batch,
          roles,
        })),
        total,
      }
    },
  })

function personFrom({ _id: id, Batch: batch, createdAt, clubs, sessions, ...same }: PersonOut): PersonDetails {
  return {
    ...same,
    id,
    batch,
    createdAt: Date.parse(createdAt),
    clubs: clubs.map(({ club, ...rest }) => ({ id: club, ...rest })),
    sessions: sessions.map(({ device, address, createdAt: made, lastSeenAt }, at) => ({
      id: `${made} ${at}`,
      device,
      address,
      createdAt: Date.parse(made),
      lastSeenAt: Date.parse(lastSeenAt),
    })),
  }
}

export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PEOPLE, 'one', userId],
    queryFn: async ({ signal }): Promise<PersonDetails> =>
      personFrom((await call(getPeopleByUserId({ path: { userId }, signal }))).person),
  })

/** What the clubs are called, for the choice of one to administer. */
export const clubNamesQuery = queryOptions({
  queryKey: ['operations', 'club-names'],
  queryFn: async ({ signal }): Promise<{ club: string; name: string }[]> => {
    const { clubs } = await call(getClubs({ query: { page: 1, size: ALL_CLUBS }, signal }))
    return clubs.map(({ shortName, name }) => ({ club: shortName, name }))
  },
})

export async function changeCredits(userId: string, change: CreditChange, password: string): Promise<string> {
  return (await call(postPeopleByUserIdCredits({ path: { userId }, body: { ...change, password } }))).message
}

export async function setOrganiser(userId: string, organiser: boolean, password: string): Promise<string> {
  return (await call(putPeopleByUserIdOrganiser({ path: { userId }, body: { organiser, password } }))).message
}

export async function endAllSessions(userId: string, password: string): Promise<string> {
  return (await call(deletePeopleByUserIdSessions({ path: { userId }, body: { password } }))).message
}

export async function sendResetCode(userId: string): Promise<string> {
  return (await call(postPeopleByUserIdResetCode({ path: { userId } }))).message
}

export async function appointTo(club: string, email: string): Promise<string> {
  return (await call(postClubsByClubAdministrators({ path: { club }, body: { email } }))).message
}

export async function dismissFrom(club: string, userId: string): Promise<string> {
  return (await call(deleteClubsByClubAdministratorsByUserId({ path: { club, userId } }))).message
}

export async function stalePeople(): Promise<void> {
  await Promise.all([PEOPLE, AUDIT].map((queryKey) => cache.invalidateQueries({ queryKey })))
}

function auditPersonFrom(person: AuditPersonOut | null | undefined): AuditPerson | null {
  return person ? { id: person._id, fullName: person.fullName, deleted: person.deleted } : null
}

function entryFrom({ id, at, by, about, said }: AuditEntryOut): AuditEntry {
  return { id, at: Date.parse(at), by: auditPersonFrom(by), about: auditPersonFrom(about), said }
}

/** `person`: what that person did and what was done to them; everything when empty. */
export const auditQuery = (person: string, page: number, size = AUDIT_SIZE) =>
  queryOptions({
    queryKey: [...AUDIT, person, page, size],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<AuditPage> => {
      const { entries, total } = await call(getAudit({ query: { person: person || undefined, page, size }, signal }))
      return { entries: entries.map(entryFrom), total }
    },
  })

export const firstStepsQuery = queryOptions<FirstSteps>({
  queryKey: FIRST_STEPS,
  // Settings change with a restart: whoever comes back from one sees them.
  staleTime: 2000,
  refetchInterval: ({ state }) => (state.data?.steps.some((step) => step.state === 'looking') ? LOOKING_EVERY : false),
  queryFn: async ({ signal }): Promise<FirstSteps> => {
    const { steps, done } = await call(getFirstSteps({ signal }))
    return { steps, done }
  },
})

/** Keeps registration open to any address, or takes that back. */
export async function keepRegistrationOpen(keptOpen: boolean): Promise<void> {
  const { steps, done } = await call(putFirstStepsRegistration({ body: { keptOpen } }))
  cache.setQueryData<FirstSteps>(FIRST_STEPS, { steps, done })
}
