/** Writing to the administrators, as a guest and as somebody logged in. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fill } from '@/testField'
import { type Answer, GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { EnquiryForm } from './components/EnquiryForm'
import * as messages from './messages'
import { checkEmail, checkMessage } from './model'

const TEXT = 'How do I get a contest for our department?'
const TAKEN: Answer = { status: 201, body: { success: true, message: 'Thank you, it has arrived.' } }
const Contact = () => <EnquiryForm topic="contact" />
const Sales = () => <EnquiryForm topic="sales" />

it('sends what a guest typed, says so, and begins anew', async () => {
  const calls = serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST, 'POST /enquiries': TAKEN })
  await showPage({ '/contactus': Contact }, '/contactus')
  await userEvent.type(await screen.findByLabelText(messages.NAME), 'Ada Rao')
  await fill(screen.getByLabelText(messages.EMAIL), 'ada@elsewhere.example')
  await userEvent.type(screen.getByLabelText(messages.MESSAGE), TEXT)
  await userEvent.click(screen.getByRole('button', { name: messages.SEND }))
  const title = await screen.findByRole('heading', { name: messages.SENT_TITLE })
  expect(title).toHaveFocus()
  expect(screen.getByText('Thank you, it has arrived.')).toBeInTheDocument()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Ada Rao',
    email: 'ada@elsewhere.example',
    topic: 'contact',
    message: TEXT,
    website: '',
  })
  await userEvent.click(screen.getByRole('button', { name: messages.SENT_AGAIN }))
  expect(screen.getByLabelText(messages.MESSAGE)).toHaveValue('')
  expect(screen.getByLabelText(messages.NAME)).toHaveValue('Ada Rao')
})

it('asks somebody logged in for the message only', async () => {
  const calls = serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), 'POST /enquiries': TAKEN })
  await showPage({ '/contactus': Sales }, '/contactus')
  expect(await screen.findByText('Ananya Sharma')).toBeInTheDocument()
  expect(screen.queryByLabelText(messages.EMAIL)).not.toBeInTheDocument()
  expect(screen.getByRole('radio', { name: messages.TOPICS[1].label })).toBeChecked()
  await userEvent.type(screen.getByLabelText(messages.MESSAGE), TEXT)
  await userEvent.click(screen.getByRole('button', { name: messages.SEND }))
  await screen.findByRole('heading', { name: messages.SENT_TITLE })
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Ananya Sharma',
    email: 'ananya@meridian.example',
    topic: 'sales',
  })
})

it('sends nothing that cannot be taken', async () => {
  const calls = serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
  await showPage({ '/contactus': Contact }, '/contactus')
  await userEvent.type(await screen.findByLabelText(messages.EMAIL), 'ada')
  await userEvent.type(screen.getByLabelText(messages.MESSAGE), 'short')
  await userEvent.click(screen.getByRole('button', { name: messages.SEND }))
  expect(await screen.findByText(messages.FILL_IN)).toBeVisible()
  expect(screen.getByText(messages.EMAIL_INVALID)).toBeVisible()
  expect(screen.getByText(messages.MESSAGE_SHORT)).toBeVisible()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

it('keeps what was typed when it is refused or the server is away', async () => {
  let answer: Answer = { status: 429, body: { code: 'too_many', message: 'Please wait.' } }
  serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), 'POST /enquiries': () => answer })
  await showPage({ '/contactus': Contact }, '/contactus')
  await userEvent.type(await screen.findByLabelText(messages.MESSAGE), TEXT)
  await userEvent.click(screen.getByRole('button', { name: messages.SEND }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Please wait.')
  answer = { status: 500, body: { code: 'broken', message: 'x' } }
  await userEvent.click(screen.getByRole('button', { name: messages.SEND }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(messages.SEND_FAILED))
  expect(screen.getByLabelText(messages.MESSAGE)).toHaveValue(TEXT)
})

it('hides the trap from people', async () => {
  serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
  await showPage({ '/contactus': Contact }, '/contactus')
  await screen.findByLabelText(messages.NAME)
  expect(screen.queryByRole('textbox', { name: messages.TRAP })).not.toBeInTheDocument()
  expect(screen.getByLabelText(messages.TRAP)).toHaveAttribute('tabindex', '-1')
})

it.each([
  ['ada@b.example', true],
  [' ada@b.example ', true],
  ['', messages.FILL_IN],
  ['ada@b', messages.EMAIL_INVALID],
  ['ada @b.example', messages.EMAIL_INVALID],
])('judges the address %s', (text, verdict) => {
  expect(checkEmail(text)).toBe(verdict)
})

it('counts characters as the server does', () => {
  expect(checkMessage('🎓'.repeat(4000))).toBe(true)
  expect(checkMessage('🎓'.repeat(4001))).toBe(messages.MESSAGE_LONG)
  expect(checkMessage('  short  ')).toBe(messages.MESSAGE_SHORT)
})
