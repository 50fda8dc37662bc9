/** Enquiry model: an enquiry, and the limits the server holds it to; the browser only spares a round trip. */
import { isEmail } from '@/lib/validation'
import { EMAIL_INVALID, FILL_IN, MESSAGE_LONG, MESSAGE_SHORT } from './messages'

export type Topic = 'contact' | 'sales'

export type NewEnquiry = {
  name: string
  email: string
  topic: Topic
  message: string
  /** Nobody sees this field; what fills it in is a program. */
  leaveEmpty: string
}

export const NAME_MAX = 100
export const EMAIL_MAX = 254
const MESSAGE_MIN = 10
const MESSAGE_MAX = 4000

/** What is wrong with an address, or `true`. */
export function checkEmail(text: string): true | string {
  if (text.trim() === '') return FILL_IN
  return isEmail(text) || EMAIL_INVALID
}

/** What is wrong with a message, or `true`. Characters count as the server counts them, not as UTF-16 does. */
export function checkMessage(text: string): true | string {
  const length = [...text.trim()].length
  if (length === 0) return FILL_IN
  if (length < MESSAGE_MIN) return MESSAGE_SHORT
  return length <= MESSAGE_MAX || MESSAGE_LONG
}
