/** Messages of the dialog that subscribes to calendars, fetched with it: few who see a page of events open it. */
export const SUBSCRIBE_LEAD =
  'Your calendar app checks this address regularly, so that moved and cancelled events are up to date there too.'
export const OWN_CALENDAR = 'The events you registered for'
export const OWN_CALENDAR_GUEST = 'Log in to subscribe to the events you registered for.'
export const OWN_CALENDAR_LEAD =
  'You get a secret address for it. Events for which you are on a waiting list are marked as tentative.'
export const LOG_IN = 'Log In'
export const calendarOf = (club: string) => `All events of ${club}`
export const CALENDAR_OF_ALL = 'The events of all clubs'
export const PUBLIC_ADDRESS = 'Public address'
export const SECRET_ADDRESS = 'Your secret address'
export const SECRET_HINT =
  'Copy it now: it is shown only this once. Anyone who has it can see which events you go to, so share it with nobody.'
export const addressSince = (date: string) =>
  `Your calendar has had a secret address since ${date}. It was shown only when it was made.`
export const REPLACE_HINT =
  'If you lost it, or somebody else has it, make a new one: the old address stops working at once, and you subscribe with the new one.'
export const MAKE_ADDRESS = 'Get an address'
export const REPLACE_ADDRESS = 'Make a new address'
export const REMOVE_ADDRESS = 'Switch it off'
export const ADDRESS_FAILED = 'Your calendar’s address could not be looked up. Please try again.'
export const ADDRESS_NOT_MADE = 'No new address was made. Please try again.'
export const ADDRESS_NOT_REMOVED = 'The address could not be switched off. Please try again.'
export const TRY_AGAIN = 'Try again'
export const COPY = 'Copy'
export const copyOf = (label: string) => `${COPY}: ${label}`
export const ADDRESS_COPIED = 'Address copied'
export const COPY_FAILED = 'The address could not be copied. It is selected: copy it from the field.'
export const OPEN_IN_CALENDAR = 'Open in calendar'
export const openOf = (label: string) => `${OPEN_IN_CALENDAR}: ${label}`
export const HOW_TO_SUBSCRIBE = 'How to subscribe'
export const CALENDAR_PROGRAMS = [
  {
    name: 'Google Calendar',
    how: 'On a computer, click + next to “Other calendars”, choose “From URL” and paste the address. Google looks for changes a few times a day at most.',
  },
  {
    name: 'Apple Calendar',
    how: '“Open in calendar” is enough. On a Mac you can also choose File, New Calendar Subscription; there you set how often it looks for changes.',
  },
  {
    name: 'Outlook',
    how: 'In the calendar, choose “Add calendar”, then “Subscribe from web”, and paste the address. Outlook looks for changes every few hours.',
  },
] as const
