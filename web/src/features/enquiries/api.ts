/**
 * API of enquiries: the contact form's call. The session says who is logged in; name and address then need not travel.
 */
import { call } from '@/api/client'
import { postEnquiries } from '@/api/generated/sdk.gen'
import type { NewEnquiry } from './model'

export async function sendEnquiry({ name, email, topic, message, leaveEmpty }: NewEnquiry): Promise<string> {
  return (await call(postEnquiries({ body: { name, email, topic, message, website: leaveEmpty } }))).message
}
