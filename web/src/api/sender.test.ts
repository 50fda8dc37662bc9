/** Sender: every changing call says whom it is from, and what did not arrive as it was sent is sent again. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerOf, echoing } from '@/testingAnswer'
import document from '../../../server/openapi.json'
import { cache, SESSION_KEY } from './cache'
import { call } from './client'
import { failureText } from './failure'
import * as sdk from './generated/sdk.gen'
import { sentAs, signForm } from './sender'

type Fn = (options: object) => Promise<{ data?: unknown; error?: unknown; response?: Response }>
const parameters = [...JSON.stringify(document).matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '7'])
const OF_GUESTS = [
  'postLogin',
  'postRegister',
  'postResetpassword',
  'postEmailConfirmation',
  'postEmailConfirmationResend',
]
/** The provider's own call, which the client never makes. */
const NOT_OURS = 'postPaymentWebhook'
/** Forms with files go out by uploadForm. */
const FORMS = [
  'postContestsByContestIdPictures',
  'postUploadAddgallery',
  'putAccountPicture',
  'putClubsByClubPicture',
  'putEventsByEventIdPicture',
]

const sent: { method: string; text: string; by: string | null }[] = []
let replies: (() => Response)[] = []

const ours = (body: object, status = 200) => answerOf(body, { status })
const fine = () => ours({ success: true, message: 'Done', saved: true })
const refused = (status: number, code: string, more: object = {}) =>
  ours({ success: false, code, message: `why ${code}`, status, ...more }, status)

beforeEach(() => {
  sent.length = 0
  replies = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async (input) => {
      const request = input as Request
      const by = request.headers.get('x-quad-sender')
      sent.push({ method: request.method, text: await request.text(), by })
      return (replies.shift() ?? fine)()
    }),
  )
})
afterEach(() => {
  cache.clear()
  vi.restoreAllMocks()
})

const signIn = (id: string | null) => cache.setQueryData(SESSION_KEY, id === null ? null : { id })

it('stands in the header, and first in the body, of every call that changes something, and of no other', async () => {
  signIn('u1')
  let signed = 0
  for (const [name, fn] of Object.entries(sdk as unknown as Record<string, Fn>)) {
    if (typeof fn !== 'function' || name === 'getLive' || name === NOT_OURS) continue
    if (FORMS.includes(name)) continue
    const isChange = !name.startsWith('get')
    sent.length = 0
    // Options without a body stay without one.
    const asked = fn({
      path: Object.fromEntries(parameters),
      ...(isChange ? { body: { title: 'x' } } : {}),
    })
    // Where a file is asked for, this answer is none.
    await (isChange ? call(asked) : call(asked).catch(() => {}))
    const text = sent[0]?.text ?? ''
    if (!isChange) expect(text, name).toBe('')
    else if (OF_GUESTS.includes(name)) expect(text, name).not.toContain('sentBy')
    else expect(text, name).toMatch(/^\{"sentBy":"u1",/)
    const by = isChange && !OF_GUESTS.includes(name) ? 'u1' : null
    expect(sent[0]?.by, name).toBe(by)
    if (text.includes('sentBy')) signed += 1
    await call(fn({ path: Object.fromEntries(parameters) })).catch(() => {})
    expect(sent.at(-1), name).toMatchObject({ text: '', by })
  }
  expect(signed).toBeGreaterThan(40)
})

it('is nobody where a guest asks, and the last known person until the session is known', async () => {
  const body = { pollId: 'p', optionId: 'o' } as never
  signIn(null)
  localStorage.setItem('userId1', 'u1')
  await call(sdk.postVotingVote({ body }))
  expect(sent[0]?.text).not.toContain('sentBy')
  cache.clear()
  await call(sdk.postVotingVote({ body }))
  expect(JSON.parse(sent[1]?.text ?? '')).toMatchObject({ sentBy: 'u1' })
})

it('of a call that goes on by itself is who pressed; as somebody else it is not sent, with a body or without', async () => {
  signIn('u1')
  localStorage.setItem('userId1', 'u1')
  const body = { pollId: 'p', optionId: 'o' } as never
  const vote = () => call(sdk.postVotingVote({ body, ...sentAs('u1') }))
  const join = () => call(sdk.postMemberJoinByClub({ path: { club: 'X' }, ...sentAs('u1') }))
  await vote()
  await join()
  expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^\{"sentBy":"u1"/), ''])
  for (const comes of [() => localStorage.setItem('userId1', 'u2'), () => signIn('u2'), () => signIn(null)]) {
    signIn('u1')
    localStorage.setItem('userId1', 'u1')
    comes()
    await expect(vote()).rejects.toMatchObject({ code: 'not_the_sender' })
    await expect(join()).rejects.toMatchObject({ code: 'not_the_sender' })
    expect(() => signForm(new FormData(), 'u1')).toThrow(/not sent any more/)
  }
  expect(sent).toHaveLength(2)
})

it.each([
  ['exchanged', () => refused(421, 'misdirected')],
  ['cut off or empty', () => refused(400, 'invalid', { field: 'body' })],
  ['without its type', () => refused(415, 'unsupported_media_type')],
])('what arrived %s is sent again, whole', async (_, refusal) => {
  signIn('u1')
  replies = [refusal, refusal]
  const body = { pollId: 'p', optionId: 'o' } as never
  await call(sdk.postVotingVote({ body }))
  expect(sent.map(({ text }) => text)).toEqual([sent[0]?.text, sent[0]?.text, sent[0]?.text])
  expect(sent[0]?.text).toContain('"optionId":"o"')
})

it('after three tries it is not reached, and the session is asked for again', async () => {
  signIn('u1')
  const asked = vi.spyOn(cache, 'invalidateQueries')
  replies = Array.from({ length: 3 }, () => () => refused(421, 'misdirected'))
  const failed = call(sdk.postVotingVote({ body: {} as never }))
  await expect(failed).rejects.toMatchObject({ offline: true, status: 421 })
  // The server was reached: nobody is sent to look after the network.
  const text = await failed.catch((error: unknown) => failureText(error, 'Failed to cancel your registration'))
  expect(text).toMatch(/^Failed to cancel your registration\. Nothing was done: .* Check who is logged in/)
  expect(sent).toHaveLength(3)
  expect(asked).toHaveBeenCalledWith({ queryKey: SESSION_KEY })
})

it('a refusal of what was meant is not sent again', async () => {
  replies = [() => refused(400, 'invalid', { field: 'title' })]
  await expect(call(sdk.postVotingVote({ body: {} as never }))).rejects.toMatchObject({ code: 'invalid' })
  expect(sent).toHaveLength(1)
})

it('a call without a body that was somebody else’s is sent again, and is not reached in the end', async () => {
  signIn('u1')
  const cancel = () => call(sdk.postMemberJoinByClub({ path: { club: 'X' } }))
  replies = [() => refused(421, 'misdirected')]
  await cancel()
  expect(sent).toEqual([sent[0], sent[0]])
  replies = Array.from({ length: 3 }, () => () => refused(421, 'misdirected'))
  await expect(cancel()).rejects.toMatchObject({ offline: true, status: 421 })
})

it('forms with files go out by uploadForm alone, which waits as long as their bytes move', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const found = Object.entries(sources).filter(
    ([path, text]) => !/generated|\.test\./.test(path) && FORMS.some((name) => text.includes(name)),
  )
  expect(found).toEqual([])
})
