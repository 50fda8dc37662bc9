/** Messages of the notification screens. */
import type { About } from './model'

export const TITLE = 'Notifications'
export const TABS = { all: 'All', unread: 'Unread' } as const
export const LIST_FAILED = 'Your notifications could not be loaded. Please try again.'
export const READ_FAILED = 'The notification could not be marked as read. Please try again.'
export const REMOVE_FAILED = 'The notification could not be removed. Please try again.'
export const READ_ALL = 'Mark all as read'
export const READ_ONE = 'Mark as read'
export const REMOVE = 'Remove'
export const REMOVED = 'Notification removed.'
export const UNDO = 'Undo'
export const SEE_ALL = 'See all notifications'
export const NEW = 'New notification'
export const UNREAD = 'Unread'
export const UNREAD_TITLE = 'Unread notifications'
export const WHICH = 'Which notifications'
export const KIND = 'Kind'
export const LOADING = 'Loading notifications'
export const RETRY = 'Try again'
export const MORE = 'Show more'
export const KEPT = 'The 500 newest notifications are kept, for up to six months.'

export const EMPTY = {
  all: {
    title: 'Nothing here yet',
    text: 'You are told here when a contest opens, results are ready or a club has news.',
  },
  unread: { title: 'All read', text: 'New notifications appear here automatically; you need not reload the page.' },
} as const

export const ABOUT: Record<About, { label: string; text: string }> = {
  announcement: { label: 'Announcements', text: 'From your clubs and from the people who run this site' },
  membership: { label: 'Membership', text: 'Your clubs, applications and offices' },
  contest: { label: 'Contests', text: 'A contest was made public' },
  results: { label: 'Results', text: 'Results are ready, or were corrected' },
  event: { label: 'Events', text: 'Reminders and changes to events you registered for' },
  club: { label: 'Club administration', text: 'Things a club’s administrators should look at' },
  platform: { label: 'The platform', text: 'Messages from the contact form' },
}

// Push
export const PUSH_TITLE = 'Even when this page is closed'
export function pushText(site: string): string {
  return `${site} can show a notification on this device when a contest opens, results are ready or one of your events is coming up. Your browser asks you once, and you can turn notifications off at any time.`
}
export const PUSH_ON = 'Notify me on this device'
export const PUSH_IS_ON = 'Notifications are on for this device'
export const PUSH_IS_ON_TEXT = 'Even when this page is closed. Logging out here turns them off.'
export const PUSH_OFF = 'Turn off on this device'
export const PUSH_TEST = 'Send a test'
export const PUSH_DENIED = 'Your browser blocks notifications from this site'
export const PUSH_DENIED_TEXT =
  'To undo that, open the site settings from the icon beside the address (on a phone: the browser’s settings, Site settings, Notifications), allow notifications for this site, and come back.'
export const PUSH_UNSUPPORTED = 'This browser cannot show notifications'
export const PUSH_UNSUPPORTED_TEXT =
  'Everything still arrives in your inbox. Current versions of Chrome, Edge and Firefox can show them, and so can Safari on an iPhone or iPad once this site is on the home screen. Private windows cannot.'
export const PUSH_INSECURE = 'No push without https'
export const PUSH_INSECURE_TEXT =
  'Browsers allow notifications only on https. This site is open over plain http, so nobody can be notified while it is closed; the inbox works. You see this because you are an administrator.'
export const PUSH_DISMISSED = 'Your browser’s question was closed without an answer, so nothing has changed.'
export const PUSH_SERVICE = 'Your browser could not reach its push service. Please try again later.'
export const PUSH_FAILED = 'This device could not be set up. Please try again.'
export const PUSH_OFF_FAILED = 'Notifications could not be turned off. Please try again.'
export const PUSH_TEST_FAILED = 'The test could not be sent. Please try again.'
export const PUSH_STATE_FAILED = 'Could not check whether notifications are on for this device.'
export const PUSH_SETTINGS = 'Choose what you are notified about'

// Devices and preferences
export const DEVICES = 'Your devices'
export const OTHER_DEVICES = 'Your other devices'
export const DEVICE_UNKNOWN = 'Unknown device'
export const DEVICE_REMOVE = 'Remove'
export const DEVICE_REMOVE_TITLE = 'Stop notifying this device?'
export function deviceRemoveText(label: string): string {
  return `${label} will show no more notifications until somebody allows them there again.`
}
export const DEVICE_FAILED = 'The device could not be removed. Please try again.'
export const PREFERENCES = 'What you are notified about, and how'
export const PREFERENCES_FAILED = 'Your choices could not be loaded. Please try again.'
export const SAVE_FAILED = 'Your choice could not be saved. Please try again.'
export const SAVED = 'Saved'
export const ON_DEVICES = 'On devices'
export const BY_MAIL = 'By e-mail'
export const NO_MAIL = 'Mail is not set up on this site, so nothing is sent by e-mail.'

export function unreadCount(unread: number): string {
  if (unread === 0) return 'Everything is read.'
  return unread === 1 ? '1 unread' : `${unread.toLocaleString('en-US')} unread`
}

export function bellLabel(unread: number | undefined): string {
  return unread ? `${TITLE}, ${unread.toLocaleString('en-US')} unread` : TITLE
}

export function removeLabel(title: string): string {
  return `${REMOVE}: ${title}`
}

export function allLink(more: number): string {
  return more > 0 ? `All notifications, ${more.toLocaleString('en-US')} more unread` : 'All notifications'
}

export function sinceDay(day: string): string {
  return `since ${day}`
}

export function readLabel(title: string): string {
  return `${READ_ONE}: ${title}`
}
