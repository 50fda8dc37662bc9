/** The profile's calls, and the only file of this feature that knows the wire's names. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/api/client'
import { deleteSessions, deleteSessionsById, getGetuserByUserId, getSessions } from '@/api/generated/sdk.gen'
import { creditsLeft, inOrder, type OpenSession, type Profile } from './model'

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: async ({ signal }): Promise<Profile> => {
      const user = await call(getGetuserByUserId({ path: { userId: id }, signal }))
      return {
        id: user._id,
        fullName: user.fullname,
        email: user.email,
        contact: user.contact,
        contestsGiven: user.contestgiven.length,
        role: user.role,
        contestCredits: creditsLeft(user.count),
        pollCredits: creditsLeft(user.poll),
        batch: user.Batch,
        createdAt: user.createdAt,
      }
    },
  })

export const SESSIONS_KEY = ['sessions'] as const

export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: async ({ signal }): Promise<OpenSession[]> => {
    const { sessions } = await call(getSessions({ signal }))
    return inOrder(sessions)
  },
})

export async function endSession(id: string): Promise<string> {
  return (await call(deleteSessionsById({ path: { id } }))).message
}

export async function endOtherSessions(): Promise<string> {
  return (await call(deleteSessions())).message
}
