/** Messages of the account screens: every sentence, the specification's exact ones among them. */

export const LOGIN_OK = 'Login successful'
/** The server let them in, and the next call is nobody's. */
export const NOT_KEPT =
  'The password is right, but this browser did not keep the log-in: it blocks cookies, or something between this device and the server removed them. Allow cookies for this site, or try another network.'
export const LOGIN_FAILED = 'Login failed. Please try again.'
/** The server asked to come back, and this goes on by itself; why is the server's to say. */
export function waitsItsTurn(why: string): string {
  const reason = why.replace(/\s*Please try again[^.]*\.$/, '') || 'The server is busy right now.'
  return `${reason} Your log-in continues automatically in a few seconds.`
}
export const UNSENT_GOES =
  'Something you typed in a form is not saved. Signing out removes it from this browser, so that nobody after you sees it.'
export const SIGN_OUT_FAILED = 'You could not be logged out. Please try again.'

export const FILL_IN = 'Please fill in all required fields'
export const EMAIL_INVALID = 'Please enter a valid email address'
export const PASSWORDS_DIFFER = 'Passwords do not match'
export const PASSWORD_SHORT = 'Use at least 8 characters'
export const CONTACT_INVALID = 'Enter 7 to 15 digits; besides them, only a + in front, spaces and ( ) - . / are allowed'
export const YEAR_MISSING = 'Please choose your batch year'

export const REGISTERED = 'Registration successful!'
export const AGREEMENT = 'By creating an account you agree to the'
export const TERMS = 'terms'
export const HANDLING = 'How we handle your data:'
export const PRIVACY = 'privacy policy'
export const NEW_WINDOW = '(opens a new window)'
export const REGISTER_FAILED = 'Registration failed. Please try again.'
export function linkMailed(email: string): string {
  return `We sent a link to ${email || 'your mailbox'}. Open it in this browser and you are logged in; any other browser asks for your password.`
}
export const MAIL_AGAIN = 'Send the link again'
export const MAIL_AGAIN_FAILED = 'The link could not be sent again. Please try again.'
export const ONE_MORE_STEP = 'One more step: confirm your e-mail address.'
/** Whoever sees what they type needs no second typing. */
export const SHOWN_ONCE = 'Not needed while the password is shown.'

export const RESET_ASKED_AGAIN = 'You have asked for another code. Only the newest of the codes you ask for here works.'
export const RESET_DONE = 'Password reset successful'
export const RESET_FAILED = 'Failed to reset password'
export function resetLead(mail: boolean): string {
  if (mail) return 'Choose a new password. It takes effect once you enter the code we mail you.'
  return 'Choose a new password. It takes effect once you enter a code, which the operator of this site can give you.'
}
export function codeLead(mail: boolean): string {
  return `One more step: the code proves that ${mail ? 'the mailbox is yours' : 'it is you'}.`
}
export function codeHint(email: string, mail: boolean): string {
  const sources = mail
    ? 'Six digits from the mail, or twelve from an administrator: either works'
    : 'Six or twelve digits'
  return `${sources}. For ${email}, valid for ten minutes.`
}
export const CODE_INVALID = 'Enter the six digits, or the twelve you were told'
export const loggedInAs = (who: string) => `You are logged in as ${who}.`

export const CONFIRM_FAILED = 'This link could not be confirmed. Please try again.'
export const LINK_INCOMPLETE = 'This link is incomplete. Open it from the mail again, or copy its whole address.'
/** The link was opened in another browser than the one that signed up; whom it was mailed to is the server's to say. */
export function passwordNeeded(mailedTo: string): string {
  return `This link was mailed to ${mailedTo || 'you'} after somebody signed up in another browser. Log in with that address and the password chosen there: that confirms the address.`
}
export const WRONG_AT_LINK =
  'This address and password do not match the link, so nothing was confirmed. If you received several such mails, each link needs the password that was chosen for it.'
export const CONFIRMED = 'Your e-mail address is confirmed.'

/** Names the institute's address: which domain is configured, not fixed. */
export function wrongDomain(domains: string[]): string {
  return `Please use your institute e-mail address (${domains.map((domain) => `@${domain}`).join(' or ')})`
}

export function rightDomain(domain: string): string {
  return `@${domain} is an institute address.`
}
export const ANSWERS_WAIT =
  'Answers to a contest are waiting on this device. They are sent as soon as the person who gave them logs in here.'
