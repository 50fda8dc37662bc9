/**
 * Whose a retry is: every caller that goes on by itself while nobody answers stops once somebody else is logged in in this
 * browser, and says so. A caller that goes on by itself belongs into this list.
 */
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { cache, SESSION_KEY } from '@/api/cache'
import { failureText } from '@/api/failure'
import { sessionQuery } from '@/api/session'
import { useJoin as useContestJoin } from '@/features/attempts/hooks/useJoin'
import { useJoin, useSaveClub } from '@/features/clubs/mutations'
import { useCreateEvent, useRegister, useSaveAnswers, useSaveEvent } from '@/features/events/mutations'
import { useUploads } from '@/features/galleries/hooks/useUploads'
import { useVote } from '@/features/polls/mutations'
import { ProfilePicture } from '@/features/profile/components/ProfilePicture'
import { passUntil, startTestClock } from '@/testClock'
import { answerOf, echoing, XhrOverFetch } from '@/testingAnswer'
import { showPage, signedIn } from '@/testPage'
import { toast } from '@/ui/toast'

const image = new File(['x'], 'walk.png', { type: 'image/png' })
const nothing = () => {}
const Press = ({ to }: { to: () => unknown }) => (
  <button type="button" onClick={() => void to()}>
    Press
  </button>
)

const POLL = { id: 'p1', options: [], voters: 0, voted: false } as unknown as Parameters<typeof useVote>[0]
const NEW_EVENT = {
  title: 'Walk',
  description: '',
  location: '',
  startsAt: null,
  endsAt: null,
  capacity: null,
  pictureUrl: '',
  fields: [],
}
const EVENT = { ...NEW_EVENT, id: 'e1', you: null } as unknown as Parameters<typeof useRegister>[0]
const CLUB = { id: 'c1', shortName: 'HOBBY', you: null } as unknown as Parameters<typeof useJoin>[0]
const DRAFT = { name: 'Hobby', shortName: 'HOBBY', description: '', colour: '', links: [] }
const PERSON = { id: 'u1', fullName: 'Ananya', picture: null } as unknown as Parameters<
  typeof ProfilePicture
>[0]['profile']

function Vote() {
  const { mutate } = useVote(POLL, nothing)
  return <Press to={() => mutate(0)} />
}
function Register() {
  const { mutate } = useRegister(EVENT, nothing)
  return <Press to={() => mutate({})} />
}
function ChangedAnswers() {
  const { mutate } = useSaveAnswers('e1', nothing)
  return <Press to={() => mutate({})} />
}
function NewEventPicture() {
  const { mutate } = useCreateEvent('HOBBY', nothing)
  return <Press to={() => mutate({ event: NEW_EVENT, picture: image })} />
}
function EventPicture() {
  const { mutate } = useSaveEvent(EVENT, 'Asia/Kolkata', nothing)
  return <Press to={() => mutate({ event: NEW_EVENT, picture: image })} />
}
function Application() {
  const { mutate } = useJoin(CLUB, nothing)
  // As on every page.
  useQuery(sessionQuery)
  return <Press to={() => mutate()} />
}
function ClubPicture() {
  const { mutate } = useSaveClub('HOBBY', nothing)
  return <Press to={() => mutate({ draft: DRAFT, before: DRAFT, picture: image })} />
}
function JoinContest() {
  const join = useContestJoin()
  return <Press to={() => join('k1', null).catch((error) => toast.error(failureText(error, 'failed')))} />
}
function OwnPicture() {
  return (
    <>
      <ProfilePicture profile={PERSON} />
      <Press to={() => userEvent.upload(screen.getByLabelText(/picture/i), image)} />
    </>
  )
}
function GalleryPicture() {
  const uploads = useUploads({ eventId: 'e1', club: 'HOBBY' })
  const send = async () => {
    const { error } = await uploads.start({ title: 'Walk', description: '' }, nothing)
    toast.error(failureText(error, 'failed'))
  }
  if (uploads.items.length === 0) return <Press to={() => uploads.add([image])} />
  return (
    <button type="button" onClick={() => void send()}>
      Send
    </button>
  )
}

/** All changes that left, by their addresses. */
let left: string[] = []
/** Whom the server takes the browser for. */
let cookieOf = 'u1'
/** The notices. */
let said: unknown[] = []
const STOPPED = /is not sent any more: the person who asked for it is no longer logged in/

const MISDIRECTED = { success: false, code: 'misdirected', message: 'This arrived as somebody else’s.', status: 421 }

/** What a picture follows has come through. */
const SAVED = {
  success: true,
  message: 'Saved',
  event: { id: 'e1', _id: 'e1', club: {}, form: { fields: [] } },
  club: { shortName: 'HOBBY', links: [] },
}

function behindAPortal(meanwhile: () => void) {
  startTestClock()
  left = []
  said = []
  cookieOf = 'u1'
  for (const kind of ['error', 'warning'] as const) {
    vi.spyOn(toast, kind).mockImplementation((text) => {
      said.push(text)
      return nothing
    })
  }
  vi.stubGlobal('XMLHttpRequest', XhrOverFetch)
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async (input) => {
      const { method, url, headers } = input as Request
      const { pathname } = new URL(url)
      if (pathname === '/api/checklogged') {
        return answerOf({ success: true, user: { ...signedIn().body.user, _id: cookieOf } })
      }
      if (method === 'GET') return answerOf({ success: true, gallery: [], events: [] })
      left.push(`${method} ${pathname}`)
      meanwhile()
      const by = headers.get('x-quad-sender')
      if (by !== null && by !== cookieOf) return answerOf(MISDIRECTED, { status: 421 })
      if (/^\/api\/(?:event|events\/e1|clubs\/HOBBY)$/.test(pathname)) return answerOf(SAVED)
      return new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } })
    }),
  )
}

async function show(page: () => ReactNode, meanwhile = nothing) {
  behindAPortal(meanwhile)
  localStorage.setItem('userId1', 'u1')
  await showPage({ '/': page }, '/')
  cache.setQueryData(SESSION_KEY, { id: 'u1' })
  await userEvent.click(screen.getByRole('button', { name: 'Press' }))
  const send = screen.queryByRole('button', { name: 'Send' })
  if (send) await userEvent.click(send)
}

const comes = (id: string) => act(() => localStorage.setItem('userId1', id))

afterEach(() => {
  vi.unstubAllGlobals()
  cache.clear()
})

it.each([
  ['a vote', Vote, 'POST /api/voting/vote'],
  ['a registration', Register, 'POST /api/event/registerto/e1'],
  ['changed answers of a registration', ChangedAnswers, 'PUT /api/events/e1/registration'],
  ['the picture of a new event', NewEventPicture, 'PUT /api/events/e1/picture'],
  ['the picture of an event', EventPicture, 'PUT /api/events/e1/picture'],
  ['an application, which has no body', Application, 'POST /api/member/join/HOBBY'],
  ['the picture of a club', ClubPicture, 'PUT /api/clubs/HOBBY/picture'],
  ['a join of a contest', JoinContest, 'POST /api/complete'],
  ['one’s own picture', OwnPicture, 'PUT /api/account/picture'],
  ['a picture of a gallery', GalleryPicture, 'POST /api/upload/addgallery'],
])('%s is sent by nobody else', async (_, page, path) => {
  await show(page)
  await passUntil(() => expect(left.at(-1)).toBe(path))
  const before = left.length
  comes('u2')
  await passUntil(() => expect(said).toEqual([expect.stringMatching(STOPPED)]))
  expect(left).toHaveLength(before)
})

it.each([
  ['a new event', NewEventPicture, 'POST /api/event'],
  ['an event', EventPicture, 'PUT /api/events/e1'],
  ['a club', ClubPicture, 'PUT /api/clubs/HOBBY'],
])('the picture that follows %s is not sent as somebody who has come meanwhile', async (_, page, path) => {
  await show(page, () => localStorage.setItem('userId1', 'u2'))
  await passUntil(() => expect(said).toEqual([expect.stringMatching(STOPPED)]))
  expect(left).toEqual([path])
})

it('a call without a body is not taken as somebody else’s where only the server knows yet that they have come', async () => {
  await show(Application)
  await passUntil(() => expect(left).toEqual(['POST /api/member/join/HOBBY']))
  cookieOf = 'u2'
  await passUntil(() => expect(said.at(-1)).toMatch(STOPPED))
})
