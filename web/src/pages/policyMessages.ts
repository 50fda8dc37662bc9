/**
 * Messages of the policy pages and of the contact page. What depends on this installation (names, domains, mail,
 * billing) is taken from its settings; nothing is promised that the software does not do. A change here is a change of
 * the policies: set `policies_updated` with it.
 */
import type { Site } from '@/api/session'

/** Pages a sentence may point at. */
export type PolicyPlace = 'profile' | 'purchases' | 'contact' | 'privacy' | 'terms' | 'refunds' | 'shipping' | 'about'

/** A piece of a sentence: words, a link, or the way to ask (`ask`): the contact address if there is one, else the form. */
export type Piece = string | { to: PolicyPlace; text: string } | { ask: string }

export type Block = { text: Piece[] } | { list: Piece[][] }

export type Section = { id: string; title: string; gist: string; blocks: Block[] }

export type Policy = { title: string; lead: string; sections: Section[] }

export const POLICY_NAMES = {
  privacy: 'Privacy',
  terms: 'Terms',
  refunds: 'Refunds',
  shipping: 'Shipping',
  contact: 'Contact us',
} satisfies Partial<Record<PolicyPlace, string>>

export const LAST_UPDATED = 'Last updated'
export const OPEN_ALL = 'Open all'
export const CLOSE_ALL = 'Close all'
export const DARK_MODE = 'Dark mode'
export const OTHER_PAGES = 'Policies'
export const QUESTIONS = 'Questions about this page?'
export const CONTACT_FORM = 'the contact form'
export const WRITE_TO = 'Write to'
export const USE = 'Use'

const p = (...text: Piece[]): Block => ({ text })
const list = (...items: (Piece | Piece[])[]): Block => ({
  list: items.map((item) => (Array.isArray(item) ? item : [item])),
})
const ask = (site: Site, subject: string): Piece[] => [site.contactEmail ? 'write to ' : 'use ', { ask: subject }]
const here = (site: Site) => site.instituteName || 'the institute'

export function privacy(site: Site): Policy {
  const { name } = site
  const domains = site.instituteDomains.map((domain) => `@${domain}`).join(' or ')
  return {
    title: 'Privacy policy',
    lead: `What ${name} keeps about you, why, who sees it, and what you can do about it. ${name} is run by ${here(site)}, on its own server; it is responsible for your data.`,
    sections: [
      {
        id: 'collected',
        title: 'Information we collect',
        gist: 'What you enter when you register, and what you do here.',
        blocks: [
          p('When you register you enter:'),
          list(
            'your full name;',
            domains ? `your institute e-mail address, ending in ${domains};` : 'your e-mail address;',
            'your contact number and your batch;',
            'a password, of which only a hash is stored.',
          ),
          p(`While you use ${name}, this is stored:`),
          list(
            'the contests you join, every answer you give and the time it arrived, and when you submitted;',
            'the contests and questions you write, the polls you start, and the creations you are given or buy and use up;',
            'that you have voted in a poll – not which option you chose, and not when;',
            'the clubs you apply to or belong to, with your office and the dates; the feedback you give on clubs and their events, and the questions you ask a club;',
            'the events you register for, when, and what you enter in their registration forms;',
            'if you run a club: the events, galleries and announcements you make for it;',
            'your profile picture, if you add one;',
            ...(site.billing
              ? [
                  'what you order and buy: plan, amount, times, the payment provider’s numbers for the order and the payment, and what is paid back;',
                ]
              : []),
            'where you are logged in: the name of the device (such as “Chrome on Android”), its network address, when you logged in and when you were last there;',
            'what you are told here, for half a year at most, and whether you have read it; what you chose to be notified of; and for each device you allowed it on its name and the address and keys your browser gave for it;',
            'what you send with the contact form: name, e-mail address, message and time;',
            'counts of failed log-ins, mails and messages by e-mail and network address, for an hour or two.',
          ),
          p(
            `The server’s log notes which part of the site was called and whether it worked${site.billing ? ', and the numbers of orders and payments' : ''}. It is written without names, network addresses, passwords, answers and votes; only the reason a mail server gives for refusing a mail may name the address it was for.`,
          ),
          p(
            'Your browser keeps two cookies: one holds your log-in, the other remembers that this browser has logged in before. It also keeps your name and e-mail address while you are logged in, your choice of theme, unfinished forms, and during a contest the questions and your answers, so that a lost network costs you nothing.',
          ),
        ],
      },
      {
        id: 'use',
        title: 'How we use it',
        gist: 'To run contests, polls, clubs and events, and for nothing else.',
        blocks: [
          list(
            site.mail
              ? `Your e-mail address is your log-in. Confirmations, codes for a new password${site.billing ? ', receipts' : ''} and answers to your questions are mailed to it.`
              : 'Your e-mail address is your log-in, and where answers to your questions are sent. No mail server is set up at present, so nothing else is mailed to it.',
            'Your answers and their times make your score and your rank.',
            'That you voted is kept so that nobody votes twice. The votes themselves are only counted: the ballot is secret.',
            ...(site.billing
              ? ['Purchases credit your account, make your receipts and are kept for the seller’s accounts.']
              : []),
            'Your contact number and batch are shown on your profile and tell the administrators who you are at the institute. Those who run a club you join, or an event you register for, use them to reach you.',
            'Your registrations give you a place or one on the waiting list, and bring you reminders and news of changes.',
            'Devices and network addresses are listed for you, so that you can see and end a log-in that is not yours.',
            'The counts slow down anyone who guesses passwords or floods mailboxes.',
          ),
          p(
            'Nothing is used for advertising. Nobody measures how you move through the pages, and no profile of you is made.',
          ),
          p(
            'The calendar file of an event holds what its page says: title, description, place, time and address. Nothing in it is about you.',
          ),
          p(
            'If you give your own calendar an address, anyone who has it sees the events you have registered for. We keep only a fingerprint of it and when it was made; you can replace it or switch it off at any time.',
          ),
          p(
            'How long: a log-in is deleted after 30 days, or after 7 days without use; the mark of a browser you logged in with, which spares it the pauses after wrong passwords, after 180 days without use. Answers and scores stay as long as their contest, votes as long as their poll, messages from the contact form until they are no longer needed. A membership is deleted when it ends, an application when it is withdrawn or rejected; feedback and questions stay as long as the club and your account. Your answers in a registration form are deleted when you cancel; otherwise they stay with the event. Your account stays until you delete it, which you can do yourself at any time.',
          ),
        ],
      },
      {
        id: 'sharing',
        title: 'Sharing',
        gist: site.billing
          ? 'No trackers. Outside, the payment provider and the push service of a device you chose. Inside the institute, only what is needed.'
          : 'No trackers. Outside, only the push service of a device you chose. Inside the institute, only what is needed.',
        blocks: [
          list(
            'Anyone who may open the results of a contest you took sees your name, score, rank and time.',
            'The organiser of that contest also sees your e-mail address. Organisers see how a question was answered as totals; when they correct a key after the end, they also see by name whose mark it changes.',
            'Those who run a club are its President, the administrators appointed for it and the administrators of the site. They see the name, e-mail address, contact number and batch of everyone who is in the club or has applied, and can download the list.',
            'They see the same of everyone who registers for one of the club’s events, with the answers in the registration form, and can download that list too. What they have downloaded is then in their care, not on this site.',
            'They read your feedback with your name; everyone else sees only the average and how many people gave a rating. A question to a club goes to their inboxes with your name and e-mail address; where nobody runs the club, it goes to the administrators of the site.',
            'Everyone, even without an account, sees who holds an office in a club, and the club’s events. Everyone who is logged in sees the galleries of its events.',
            'Administrators can open your profile and read what came by the contact form.',
            'Nobody, administrators included, can see how you voted in a poll: it is not stored.',
            ...(site.billing ? ['Administrators see who bought which plan, to answer questions and to pay back.'] : []),
            'The people who operate the server can reach everything stored on it. Your password is not there to be read.',
          ),
          p(
            `${site.billing ? 'Apart from the payment provider and push services, nobody' : 'Apart from push services, nobody'} gets anything. There is no advertising, no analytics and no social button here; fonts, scripts and pictures come from this server and not from anybody else’s${site.billing ? ', except the payment provider’s script and window on the page with the plans' : ''}.`,
          ),
          p(
            'When you allow notifications on a device, they reach it through the push service of your browser’s maker, such as Google, Mozilla, Microsoft or Apple. They are encrypted for your device, so that service cannot read them; it learns that something was sent to it, and when. Stopping them on the device, or logging out there, ends that.',
          ),
          p(
            site.mail
              ? `Mail goes out through the mail server that ${here(site)} has set up for it.`
              : 'No mail server is set up at present: mails stay as files on the server, for the people who operate it.',
          ),
          p(
            site.billing
              ? `When you buy a plan, you pay in a window of the payment provider, Razorpay. It learns your name, your e-mail address, the plan, the amount and how you pay; its own privacy policy applies there. ${name} never sees a card or bank account number. Where payments are only tried out, that window and the receipt say “test payment – no money moves”: then nobody outside is told anything.`
              : 'Nothing is sold here at present, so no payment data are collected.',
          ),
        ],
      },
      {
        id: 'security',
        title: 'Security',
        gist: site.billing
          ? 'Hashed passwords, log-ins that end, pages that load nothing from elsewhere but the payment window.'
          : 'Hashed passwords, log-ins that end, pages that load nothing from elsewhere.',
        blocks: [
          list(
            'Passwords are stored as Argon2id hashes, which cannot be reversed. Log-ins, mailed links and codes are stored as hashes too.',
            'After five failed tries an account is slowed down for devices it does not know. A new password ends every log-in on other devices.',
            'An administrator’s log-in ends after 12 hours, or after one hour without use.',
            `Administrators of the site can find an account, give or take creations and roles, end its log-ins and have a code for a new password ${site.mail ? 'mailed to' : 'made for'} its owner. Each such act is written down with their name and the time, and is in the data the owner downloads.`,
            site.billing
              ? 'Your browser is told to run nothing on these pages that does not come from this server; only the page with the plans may also run the payment provider’s script and open its window.'
              : 'Your browser is told to run nothing on these pages that does not come from this server.',
            'When the address in your browser begins with https, everything between it and the server is encrypted.',
          ),
          p('Nothing is perfectly safe. If you find a weakness, please ', ...ask(site, 'Security'), '.'),
        ],
      },
      {
        id: 'rights',
        title: 'Your rights',
        gist: 'See it, download it, correct it, delete it: all on your profile.',
        blocks: [
          list(
            [
              'See: ',
              { to: 'profile', text: 'your profile' },
              ' shows what is stored about your account and every device you are logged in on.',
            ],
            [
              'Take with you: ',
              { to: 'profile', text: 'your profile' },
              site.billing
                ? ' has a button that downloads everything kept about you in one file: your answers, your payments and creations, your clubs and registrations, and the polls you made or voted in.'
                : ' has a button that downloads everything kept about you in one file: among it your answers, your clubs and registrations, and the polls you made or voted in.',
            ],
            'Correct: name, contact number, batch and password are changed on your profile.',
            'End: every log-in listed there can be ended, one by one or all others at once.',
            'Delete: your profile ends your account for good. Name, e-mail address, contact number, batch, password and log-ins go at once; so do contests of yours that nobody has joined, polls of yours that nobody has voted in, your place in clubs, your feedback and questions to them, your notices, and your registrations for events that are not over. Creations that are left are lost.',
            'What stays after that, under a pseudonym that does not lead back to you: your answers and scores, so that the results of the others stand; contests and polls of yours in which somebody took part; that you were registered for events that are over, without what you entered; events, galleries and announcements you made for a club; what you wrote to us, without your address; what administrators did about your account. A question you asked a club can stay in the inboxes it went to for up to half a year. Your votes stay counted.',
            ...(site.billing
              ? [
                  'Purchases stay for the books: receipt number, plan, amount, times and the provider’s numbers, under the same pseudonym. Only the provider can tell whose payment its numbers mean.',
                ]
              : []),
            ['Anything else: ', ...ask(site, 'My data'), '.'],
            `Complain: to ${here(site)}, if you think that your data are not handled as this page says.`,
          ),
        ],
      },
    ],
  }
}

export function terms(site: Site): Policy {
  const { name } = site
  const domains = site.instituteDomains.map((domain) => `@${domain}`).join(' or ')
  return {
    title: 'Terms and conditions',
    lead: `The rules for using ${name} at ${here(site)}. By registering, you agree to them.`,
    sections: [
      {
        id: 'who',
        title: 'Who may use it',
        gist: '',
        blocks: [
          p(
            domains
              ? `Anyone with an e-mail address ending in ${domains}. Other people have an account only if ${here(site)} has made one for them.`
              : 'Anyone with an e-mail address of their own.',
          ),
          p(
            'One person has one account, under their own name. Keep your password to yourself; what is done with your account counts as done by you. If you think somebody else knows it, set a new one: that ends every other log-in.',
          ),
        ],
      },
      {
        id: 'taking',
        title: 'Taking a contest',
        gist: '',
        blocks: [
          list(
            'The server’s clock decides when a contest starts and ends.',
            'A question can be answered once, and the first answer stands. An answer counts when the server has confirmed it as saved.',
            'At the end every open attempt counts as submitted.',
            'Your name and score appear on the board of the contest.',
            'After the end, the organiser decides whether participants may look up their answers and the right ones.',
            'The organiser of a contest and the platform’s administrators can look up what each participant answered, and when.',
            'Work alone unless the organiser says otherwise. Do not pass questions or answers on while the contest runs, and do not take part with a second account.',
          ),
          p('How ranks are made is explained on ', { to: 'about', text: `the page about ${name}` }, '.'),
        ],
      },
      {
        id: 'writing',
        title: 'Writing a contest',
        gist: '',
        blocks: [
          p(
            `What you write stays yours. By making a contest you let ${name} show it to its participants and keep it with its results. Write only what you may use: no questions copied against their author’s will, nothing unlawful, nothing that insults or exposes anybody.`,
          ),
          p(
            'Questions cannot be changed once somebody has joined. The e-mail addresses you see on the board of your contest are for running that contest, not for anything else.',
          ),
        ],
      },
      {
        id: 'polls',
        title: 'Polls',
        gist: '',
        blocks: [
          list(
            'Everyone has one vote in a poll. It is given while the poll runs and cannot be changed or taken back.',
            'Ballots are secret: counted, but not kept with your name.',
            'What is said above about writing applies to the questions and options of a poll as well.',
          ),
        ],
      },
      {
        id: 'clubs',
        title: 'Clubs and events',
        gist: '',
        blocks: [
          list(
            'A club decides who becomes a member and can end a membership. You can leave at any time; only its last administrator needs a successor first.',
            'If you cannot come to an event you registered for, cancel: the next person on the waiting list gets your place.',
            'Feedback and questions reach the club with your name.',
            'If you run a club, use what you see or download about members and participants only for the club and its events, and delete the files when you no longer need them. Ask in a registration form only for what the event needs.',
            'Upload only pictures you may show here, and remove one when somebody in it asks you to.',
          ),
        ],
      },
      {
        id: 'plans',
        title: 'Plans and creations',
        gist: '',
        blocks: site.billing
          ? [
              p(
                'Taking contests and voting cost nothing. Making a contest uses up a contest creation, making a poll a poll creation; it comes back when you delete what you made before anybody has joined or voted, unless everybody had already been notified of the contest. The creations you have left are shown on ',
                { to: 'profile', text: 'your profile' },
                '.',
              ),
              p(
                'Prices are in Indian rupees. A plan is paid once and does not renew automatically; it grants the number of contest creations named with it and as many for polls, which stay until they are used. The ',
                { to: 'refunds', text: 'cancellation and refund policy' },
                ' and the ',
                { to: 'shipping', text: 'shipping policy' },
                ' apply. A plan gives creations; it gives no say over clubs, other people’s contests or results.',
              ),
              p(
                'Payments go through Razorpay. Where they are only tried out, the payment window and the receipt say “test payment – no money moves”: then the creations are real, but nothing is paid and there is nothing to pay back.',
              ),
            ]
          : [
              p(
                'Taking and making contests and polls costs nothing here. How many of them one person can make in a day is limited.',
              ),
            ],
      },
      {
        id: 'conduct',
        title: 'What is not allowed',
        gist: '',
        blocks: [
          list(
            'Trying to reach other people’s accounts, right answers before the end, or data that are not meant for you.',
            'Flooding the server or the mailboxes behind it, or getting round its limits.',
            'Presenting yourself as somebody else.',
          ),
          p(
            `The rules of conduct of ${here(site)} apply here as well, and it decides what follows when somebody breaks them.`,
          ),
        ],
      },
      {
        id: 'care',
        title: 'What you can count on',
        gist: '',
        blocks: [
          p(
            `${name} is run with care, but not without a break: servers and networks fail. Answers that the server has confirmed are stored safely; what it has not confirmed is kept on your device and sent again. Where a fault on our side has spoiled a contest, its organiser and ${here(site)} decide together how to make up for it.`,
          ),
        ],
      },
      {
        id: 'leaving',
        title: 'Leaving',
        gist: '',
        blocks: [
          p(
            'You can delete your account at any time on ',
            { to: 'profile', text: 'your profile' },
            `. Your results stay under a pseudonym${site.billing ? ' and your purchases for the books' : ''}; creations that are left are lost and are not paid back. What else goes and what stays is explained in the `,
            { to: 'privacy', text: 'privacy policy' },
            '.',
          ),
        ],
      },
      {
        id: 'changes',
        title: 'Changes',
        gist: '',
        blocks: [
          p(
            'When these terms change, the date at the top of this page changes with them. If you have a question, ',
            ...ask(site, 'Terms'),
            '.',
          ),
        ],
      },
    ],
  }
}

/** Stands first on refunds and shipping where nothing is sold. */
export const NOTHING_SOLD =
  'Nothing is sold on this installation at present: everybody who is logged in may make contests. This page applies again as soon as plans are sold.'

export function refunds(site: Site): Policy {
  return {
    title: 'Cancellation and refund policy',
    lead: 'What can be cancelled, what is paid back, and how long it takes. It applies to the plans sold here.',
    sections: [
      {
        id: 'cancel',
        title: 'Cancelling',
        gist: '',
        blocks: [
          p(
            'A payment can be stopped in the payment window until you confirm it. A plan is paid once for what it grants and does not renew automatically, so there is nothing to cancel later.',
          ),
          p(
            'A payment marked “test payment – no money moves” belongs to the built-in test: nothing was taken, so there is nothing to pay back.',
          ),
        ],
      },
      {
        id: 'paid-back',
        title: 'What is paid back',
        gist: '',
        blocks: [
          list(
            'Money taken twice for the same purchase.',
            'Money taken for a purchase that never appeared on your account.',
          ),
          p(
            `Have the number of your receipt or payment ready – you find it ${site.mail ? 'in the mail and ' : ''}with `,
            { to: 'purchases', text: 'your purchases' },
            ' – and ',
            ...ask(site, 'Refund'),
            '. We look it up and tell you what we found.',
          ),
          p(
            `What is paid back is noted with the purchase${site.mail ? ', and a mail tells you' : ''}. The creations it had brought are taken back with it, as far as they are not used up.`,
          ),
        ],
      },
      {
        id: 'not-paid-back',
        title: 'What is not paid back',
        gist: '',
        blocks: [
          list(
            'There is no refund for premium features: creations that have been added to your account stay there until you use them.',
            'The platform fee is non-refundable.',
            'Creations that are left when you delete your account are not paid back either.',
          ),
        ],
      },
      {
        id: 'time',
        title: 'How long it takes',
        gist: '',
        blocks: [
          p(
            'Refunds are processed in 1–2 working days. The money goes back the way it came; how soon it shows there is up to your bank.',
          ),
        ],
      },
    ],
  }
}

export function shipping(site: Site): Policy {
  return {
    title: 'Shipping policy',
    lead: 'Delivery is digital only: what you buy is added to your account. It applies to the plans sold here.',
    sections: [
      {
        id: 'what',
        title: 'What is delivered',
        gist: '',
        blocks: [
          p(
            'Creations for contests and polls, added to the account that paid. Nothing is posted, so there are no shipping costs and no address is needed.',
          ),
        ],
      },
      {
        id: 'when',
        title: 'When',
        gist: '',
        blocks: [
          p(
            'A purchase appears within 1 minute of the payment, even if the window was closed in the meantime. You find it, with a receipt to print, under ',
            { to: 'purchases', text: 'your purchases' },
            '; the receipt goes to your e-mail address as well.',
          ),
        ],
      },
      {
        id: 'missing',
        title: 'If it does not appear',
        gist: '',
        blocks: [
          p(
            'Reload the page with your purchases after a minute. If it is still not there, ',
            ...ask(site, 'A purchase is missing'),
            ' with the time and the number of the payment. What never appears is paid back: see the ',
            { to: 'refunds', text: 'cancellation and refund policy' },
            '.',
          ),
        ],
      },
    ],
  }
}

export const CONTACT = {
  title: 'Contact us',
  lead: (site: Site) =>
    `A question, a fault, a word of thanks: it reaches the people who run ${site.name} at ${here(site)}.`,
  form: 'Write to us',
  ways: 'Other ways',
  email: 'E-mail',
  phone: 'Phone',
  account: 'Your account',
  profile: 'Your profile',
  profileText: 'What is stored about you: to see, change, download or delete.',
  profileGuest: 'Log in to see, change, download or delete what is stored about you.',
  contest: 'A contest',
  contestText: 'About a question, a score or a time, its organiser knows best. Name the contest when you write to us.',
}
