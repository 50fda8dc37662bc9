/**
 * Notices of what failed: each says why. A sentence of its own, without `failureText`, is for what no call decides, and stands
 * here with the reason.
 */
import { expect, it } from 'vitest'

const FILES = import.meta.glob('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>

const DECIDED_HERE: Record<string, string> = {
  NOT_ACTIVE: 'the clock says so, nothing was asked',
  TOO_EARLY: 'the clock says so, nothing was asked',
  PAGE_TOO_OLD: 'a refusal, whose reason it says with the way to a newer page',
  VIEW_FAILED: 'no call: the way to a page failed, which says why in its place',
  SHARE_RESULT_FAILED: 'no call: the code that draws the picture did not come',
  ANSWER_FAILED: 'a refusal, which the note at the question explains',
  REMIND_DENIED: 'the browser said no',
  PASSWORDS_DIFFER: 'seen in the form',
  PAYMENT_ERROR: 'the reason stands on the plan itself',
  NOT_VERIFIED: 'a clear no of the server; its sentence stands on the plan itself',
  why: 'made by failureText just above (UploadDialog.tsx)',
}

it('say why', () => {
  const found = Object.entries(FILES)
    .filter(([path]) => !path.includes('.test.') && !path.includes('KitPage'))
    .flatMap(([path, source]) =>
      [...source.matchAll(/toast\.error\((?:messages\.)?([^,\n]*?)(?:, \{[^\n]*|\))?\n/g)]
        .map(([, said = '']) => said.replace(/\)[;,]?$/, ''))
        .filter((said) => !/failureText|unsureText|reason\(error/.test(said) && !(said in DECIDED_HERE))
        .map((said) => `${path}: ${said}`),
    )
  expect(found).toEqual([])
})
