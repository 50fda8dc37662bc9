/** Messages of the contact form. */
export const NAME = 'Your name'
export const EMAIL = 'Your e-mail'
export const EMAIL_HINT = 'We reply to this address.'
export const TOPIC = 'What is it about?'
export const TOPICS = [
  { value: 'contact', label: 'A question or a problem' },
  { value: 'sales', label: 'Plans for a club or department' },
] as const
export const MESSAGE = 'Your message'
export const MESSAGE_HINT = 'What happened, and when? The more precise you are, the sooner we can help.'
export const SALES_HINT = 'How many contests, for how many people, starting when?'
export const TRAP = 'Leave this field empty'
export const SEND = 'Send message'
export const SIGNED_IN_AS = 'You are writing as'
export const SENT = 'Your message has arrived.'
export const SENT_TITLE = 'Message sent'
export const SENT_AGAIN = 'Write another message'
export const SEND_UNSURE = 'The server did not answer, so your message may or may not have arrived. It is still here.'
export const SEND_FAILED = 'Your message could not be sent. It is still here; please try again.'
export const FILL_IN = 'Please fill in all required fields'
export const EMAIL_INVALID = 'Please enter a valid email address'
export const MESSAGE_SHORT = 'The message needs at least 10 characters'
export const MESSAGE_LONG = 'The message may have at most 4,000 characters'
