/** API of the profile: its calls, and the only file of this feature that knows the wire's names. */
import { queryOptions } from '@tanstack/react-query'
import { cache } from '@/api/cache'
import { call } from '@/api/client'
import {
  deleteAccount,
  deleteAccountPicture,
  deleteSessions,
  deleteSessionsById,
  getAccountData,
  getGetuserByUserId,
  getSessions,
  putAccount,
  putAccountPassword,
} from '@/api/generated/sdk.gen'
import type { PutAccountPictureResponse } from '@/api/generated/types.gen'
import { type Picture, pictureFrom } from '@/api/pictures'
import { noteDetails } from '@/api/session'
import { putPicture } from '@/api/uploadForm'
import { endSubscription, presentSubscription } from '@/lib/pushSubscription'
import { creditsLeft, type Details, inOrder, type OpenSession, type Profile } from './model'

/** The wire's names of what one can change about oneself, as a refusal names them. */
export const DETAIL_FIELDS: Record<string, keyof Details> = { fullName: 'fullName', contact: 'contact', Batch: 'batch' }
export const PASSWORD_FIELDS: Record<string, 'current' | 'password'> = { current: 'current', password: 'password' }

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
        picture: user.picture ? pictureFrom(user.picture) : null,
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

/** Only what differs is sent: a year from long ago stays as it is although it could not be chosen any more. */
export async function changeDetails(id: string, before: Details, now: Details): Promise<{ message: string }> {
  const body = {
    ...(now.fullName === before.fullName ? {} : { fullName: now.fullName }),
    ...(now.contact === before.contact ? {} : { contact: now.contact }),
    ...(now.batch === before.batch || now.batch === null ? {} : { Batch: now.batch }),
  }
  // Shown as the server has them now: it writes a number in one way.
  const { message, user } = await call(putAccount({ body }))
  const { fullName, contact, Batch } = user
  cache.setQueryData(
    profileQuery(id).queryKey,
    (profile) => profile && { ...profile, fullName, contact, batch: Batch ?? null },
  )
  noteDetails({ fullName })
  void cache.invalidateQueries({ queryKey: ['profile'] })
  return { message }
}

export async function setPicture(id: string, image: File, by: string | null): Promise<string> {
  const { message, user } = await putPicture<PutAccountPictureResponse>('/account/picture', image, by)
  notePicture(id, user.picture ? pictureFrom(user.picture) : null)
  return message
}

export async function removePicture(id: string): Promise<string> {
  const { message } = await call(deleteAccountPicture())
  notePicture(id, null)
  return message
}

function notePicture(id: string, picture: Picture | null): void {
  cache.setQueryData(profileQuery(id).queryKey, (profile) => profile && { ...profile, picture })
  noteDetails({ picture })
}

/** Ends every other session; this one goes on. */
export async function changePassword(current: string, password: string): Promise<string> {
  return (await call(putAccountPassword({ body: { current, password } }))).message
}

/** Everything kept about the asking person, as text to read or to keep. */
export async function ownData(): Promise<string> {
  return JSON.stringify(await call(getAccountData()), null, 2)
}

/** The server forgets the account's devices with it; this one is told to forget, too. */
export async function endAccount(password: string): Promise<string> {
  const { message } = await call(deleteAccount({ body: { password } }))
  await endSubscription(await presentSubscription())
  return message
}
