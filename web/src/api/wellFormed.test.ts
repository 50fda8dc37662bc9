/** Texts with half a character: what leaves is readable, and nothing else is another. */
import { afterEach, expect, it, vi } from 'vitest'
import { answerOf, echoing } from '@/testingAnswer'
import { call } from './client'
import * as sdk from './generated/sdk.gen'
import { wellFormed, wellFormedJson } from './wellFormed'

const CUT = 'a \ud83d b \ude00 c'
const WHOLE = 'a \ufffd b \ufffd c'
const FINE = ['😀', '\\ud83d', '\\\\ud83d', 'ü \n " \\', '\u2028 \u0000 \ufffd', '']

afterEach(() => vi.restoreAllMocks())

it('takes out halves, and nothing else', () => {
  expect(wellFormed(CUT)).toBe(WHOLE)
  expect(wellFormed('\ude00\ud83d😀\ud83d')).toBe('\ufffd\ufffd😀\ufffd')
  expect(JSON.parse(wellFormedJson(JSON.stringify({ [CUT]: [CUT, `\\${CUT}`] })))).toEqual({
    [WHOLE]: [WHOLE, `\\${WHOLE}`],
  })
  for (const text of FINE) {
    expect(wellFormed(text)).toBe(text)
    expect(wellFormedJson(JSON.stringify({ text }))).toBe(JSON.stringify({ text }))
  }
})

it.each([
  ['JSON', () => sdk.postVotingVote({ body: { pollId: CUT, deep: [{ text: CUT }] } as never })],
  ['an address', () => sdk.getClubs({ query: { q: CUT } })],
])('no call sends half a character: %s', async (_, send) => {
  let sent = ''
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async (input) => {
      const { url } = input as Request
      sent = decodeURIComponent(new URL(url).search).replaceAll('+', ' ') + (await (input as Request).text())
      return answerOf({ success: true })
    }),
  )
  await call(send() as Promise<{ response: Response }>)
  expect(sent).toContain(WHOLE)
  expect(sent).not.toMatch(/\\ud83d|\\ude00/)
})
