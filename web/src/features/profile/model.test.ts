/** The small rules of the profile. */
import { expect, it } from 'vitest'
import { creditsLeft, inOrder, type OpenSession, roleTone } from './model'

it('shows ADMIN in green and others in blue', () => {
  expect(roleTone('ADMIN')).toBe('lawn')
  expect(['USER', 'ORGANISER', 'HOBBY'].map(roleTone)).toEqual(['sky', 'sky', 'sky'])
})

it('never shows less than no credit', () => {
  expect([-1, 0, 3, null, undefined].map(creditsLeft)).toEqual([0, 0, 3, 0, 0])
})

it('puts this session first, then the last used', () => {
  const session = (id: string, lastSeenAt: string, current = false): OpenSession => ({
    id,
    current,
    device: '',
    address: '',
    createdAt: lastSeenAt,
    lastSeenAt,
    expiresAt: lastSeenAt,
  })
  const sessions = [
    session('old', '2026-11-01T00:00:00Z'),
    session('new', '2026-11-19T00:00:00Z'),
    session('this', '2026-11-10T00:00:00Z', true),
  ]
  expect(inOrder(sessions).map((s) => s.id)).toEqual(['this', 'new', 'old'])
})
