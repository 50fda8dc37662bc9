/**
 * Test fixture: an attempt as the server sends it (for `signedIn()` of testPage.tsx), joined, at a contest of two
 * questions that began a minute ago.
 */

const MINUTE = 60_000

export function attempt(more: Record<string, unknown> = {}) {
  return {
    body: {
      success: true,
      userId: 'u1',
      contestId: 'c1',
      title: 'Operating Systems',
      startDate: new Date(Date.now() - MINUTE).toISOString(),
      endDate: new Date(Date.now() + 10 * MINUTE).toISOString(),
      questionCount: 2,
      joined: true,
      submitted: false,
      answered: {},
      graceSeconds: 2,
      serverNow: new Date().toISOString(),
      ...more,
    },
  }
}
