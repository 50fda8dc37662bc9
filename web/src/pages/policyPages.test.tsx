/** The policy pages: they fold, they switch the theme, they name what is configured and nothing else. */
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { GUEST, SITE, serverSays, showPage } from '@/testPage'
import ContactPage from './ContactPage'
import { mailTo } from './components/PolicyText'
import PrivacyPage from './PrivacyPage'
import { CLOSE_ALL, DARK_MODE, NOTHING_SOLD, OPEN_ALL } from './policyMessages'
import RefundsPage from './RefundsPage'
import ShippingPage from './ShippingPage'
import TermsPage from './TermsPage'

const PAGES = {
  '/privacy': PrivacyPage,
  '/terms': TermsPage,
  '/refunds': RefundsPage,
  '/shipping': ShippingPage,
  '/contactus': ContactPage,
}
const site = (more: object) => ({ body: { ...SITE.body, ...more } })
/** A policy is there once it knows the site. */
const show = async (at: string, more: object = {}) => {
  serverSays({ 'GET /site': site(more), 'GET /checklogged': GUEST })
  await showPage(PAGES, at)
  if (at !== '/contactus') await screen.findByText('June 2025')
}
const folds = () => [...document.querySelectorAll('details')].map((fold) => fold.open)

it('folds the five sections of the privacy policy', async () => {
  await show('/privacy')
  await screen.findByText('June 2025')
  for (const title of ['Information we collect', 'How we use it', 'Sharing', 'Security', 'Your rights']) {
    expect(screen.getByRole('heading', { name: title })).toBeInTheDocument()
  }
  expect(folds()).toEqual([true, false, false, false, false])
  await userEvent.click(screen.getByRole('button', { name: OPEN_ALL }))
  expect(folds()).toEqual([true, true, true, true, true])
  await userEvent.click(screen.getByRole('button', { name: CLOSE_ALL }))
  expect(folds()).toEqual([false, false, false, false, false])
})

it('switches the theme of the whole site', async () => {
  await show('/privacy')
  const toggle = screen.getByRole('switch', { name: DARK_MODE })
  expect(toggle).not.toBeChecked()
  await userEvent.click(toggle)
  expect(toggle).toBeChecked()
  expect(document.documentElement.dataset.theme).toBe('dark')
  await userEvent.click(toggle)
  expect(document.documentElement.dataset.theme).toBe('light')
})

it('mails to the contact address where there is one, and else leads to the form', async () => {
  await show('/terms', { contactEmail: 'help@meridian.example' })
  const [mail] = await screen.findAllByRole('link', { name: 'help@meridian.example' })
  expect(mail).toHaveAttribute('href', 'mailto:help@meridian.example?subject=Quad%3A%20Terms')
  cleanup()
  await show('/terms')
  await screen.findByText(/Meridian Institute/, { selector: 'header p' })
  expect(screen.queryByRole('link', { name: /@/ })).not.toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'the contact form' })[0]).toHaveAttribute('href', '/contactus')
})

it('shows phone and e-mail only where they are set', async () => {
  await show('/contactus', { contactEmail: 'help@meridian.example', contactPhone: '+91 20 5550 0142' })
  expect(await screen.findByRole('link', { name: '+91 20 5550 0142' })).toHaveAttribute('href', 'tel:+912055500142')
  expect(screen.getByRole('link', { name: 'Your profile' })).toHaveAttribute('href', '/profile')
  cleanup()
  await show('/contactus')
  await screen.findByText(/Meridian Institute/)
  expect(screen.queryByText('Phone')).not.toBeInTheDocument()
})

it('tells what one can do about one’s data, where one does it', async () => {
  await show('/privacy')
  const rights = within(document.getElementById('rights') as HTMLElement)
  const told = [
    /downloads everything kept about you in one file: your answers, your payments .* polls/,
    /^Correct: /,
    /^Delete: /,
    /^What stays after that, under a pseudonym.*Your votes stay counted/,
    /^Purchases stay for the books/,
  ]
  for (const right of told) {
    expect(rights.getByText(right)).toBeInTheDocument()
  }
  expect(rights.getAllByRole('link', { name: 'your profile', hidden: true })[0]).toHaveAttribute('href', '/profile')
})

it('speaks of payments only where something is sold, and of test payments as such', async () => {
  await show('/privacy')
  expect(screen.getByText(/“test payment – no money moves”/)).toBeInTheDocument()
  expect(screen.getByText(/Administrators see who bought which plan/)).toBeInTheDocument()
  expect(screen.getByText(/window of the payment provider, Razorpay/)).toBeInTheDocument()
  cleanup()
  await show('/privacy', { billing: 'off' })
  expect(await screen.findByText(/Nothing is sold here/)).toBeInTheDocument()
  expect(screen.queryByText(/test payment|Razorpay|[Pp]urchases/)).not.toBeInTheDocument()
  cleanup()
  await show('/terms')
  expect(screen.getByText(/Ballots are secret/)).toBeInTheDocument()
  expect(await screen.findByText(/paid once and does not renew automatically/)).toBeInTheDocument()
  cleanup()
  await show('/terms', { billing: 'off' })
  expect(await screen.findByText(/costs nothing here/)).toBeInTheDocument()
})

it('says who sees what of clubs and events, and what becomes of it', async () => {
  await show('/privacy')
  for (const said of [
    /the clubs you apply to or belong to/,
    /the events you register for, when, and what you enter/,
    /They see the name, e-mail address, contact number and batch of everyone who is in the club or has applied/,
    /everyone who registers for one of the club’s events, with the answers in the registration form/,
    /They read your feedback with your name/,
    /The calendar file of an event .* Nothing in it is about you/,
    /own calendar an address, .* only a fingerprint/,
    /Each such act is written down .* in the data the owner downloads/,
    /A membership is deleted when it ends.*Your answers in a registration form are deleted when you cancel/,
    /^Delete: .*your place in clubs, your feedback and questions/,
    /^What stays after that.*registered for events that are over, without what you entered/,
  ]) {
    expect(screen.getByText(said)).toBeInTheDocument()
  }
  cleanup()
  await show('/terms')
  expect(
    screen.getByText(/use what you see or download about members and participants only for the club/),
  ).toBeInTheDocument()
  expect(screen.getByText(/ending in @meridian.example/)).toBeInTheDocument()
  cleanup()
  await show('/terms', { instituteDomains: [] })
  expect(await screen.findByText('Anyone with an e-mail address of their own.')).toBeInTheDocument()
})

it('says the fixed conditions of refunds and shipping', async () => {
  await show('/refunds')
  expect(screen.getByText(/Refunds are processed in 1–2 working days/)).toBeInTheDocument()
  expect(screen.getByText(/no refund for premium features/)).toBeInTheDocument()
  expect(screen.getByText(/platform fee is non-refundable/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'your purchases' })).toHaveAttribute('href', '/purchases')
  expect(screen.queryByText(NOTHING_SOLD)).not.toBeInTheDocument()
  cleanup()
  await show('/shipping', { billing: 'off' })
  expect(await screen.findByText(NOTHING_SOLD)).toBeInTheDocument()
  expect(screen.getByText(/appears within 1 minute/)).toBeInTheDocument()
})

it('makes addresses that cannot become anything but a recipient', () => {
  expect(mailTo('a?bcc=x&y@meridian.example')).toBe('mailto:a%3Fbcc%3Dx%26y@meridian.example')
})
