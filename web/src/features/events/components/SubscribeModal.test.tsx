/** The dialog that subscribes to calendars: whose addresses it shows, and when the secret one can be seen. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../calendarMessages'
import { SubscribeModal } from './SubscribeModal'

const MADE = '2026-11-20T12:30:00.000Z'
const HOBBY = { shortName: 'HOBBY', name: 'Hobby Club' }
const base = { 'GET /site': SITE }
const address = (madeAt: string | null) => ({ body: { success: true, madeAt } })
const own = () => screen.findByRole('region', { name: messages.OWN_CALENDAR })

function show(club?: typeof HOBBY) {
  function Page() {
    return <SubscribeModal club={club} open onClose={() => {}} />
  }
  return showPage({ '/events': Page }, '/events')
}

it('shows a guest what is public, by the name under which this site is open', async () => {
  serverSays({ ...base, 'GET /checklogged': GUEST })
  await show()
  const shared = await screen.findByLabelText(messages.PUBLIC_ADDRESS)
  expect(shared).toHaveValue(`${location.origin}/api/calendar/events.ics`)
  expect(screen.getByRole('link', { name: messages.openOf(messages.PUBLIC_ADDRESS) })).toHaveAttribute(
    'href',
    `webcal://${location.host}/api/calendar/events.ics`,
  )
  expect(within(await own()).getByRole('link', { name: messages.LOG_IN })).toBeInTheDocument()
  for (const { name } of messages.CALENDAR_PROGRAMS) expect(screen.getByText(name)).toBeInTheDocument()
})

it('shows the address of a club', async () => {
  serverSays({ ...base, 'GET /checklogged': GUEST })
  await show(HOBBY)
  const shared = await screen.findByLabelText(messages.PUBLIC_ADDRESS)
  expect(shared).toHaveValue(`${location.origin}/api/calendar/club/HOBBY/events.ics`)
  expect(screen.getByRole('region', { name: messages.calendarOf('Hobby Club') })).toBeInTheDocument()
})

it('shows the secret address once, makes another and switches it off', async () => {
  let madeAt: string | null = null
  let count = 0
  const asked = serverSays({
    ...base,
    'GET /checklogged': signedIn(),
    'GET /calendar/address': () => address(madeAt),
    'POST /calendar/address': () => {
      madeAt = MADE
      count += 1
      const made = `https://elsewhere.example/api/calendar/own/${count}/events.ics`
      return { status: 201, body: { success: true, message: 'Made', address: made } }
    },
    'DELETE /calendar/address': () => {
      madeAt = null
      return { body: { success: true, message: 'Gone' } }
    },
  })
  await show()
  const part = await own()
  await userEvent.click(await within(part).findByRole('button', { name: messages.MAKE_ADDRESS }))
  const field = await within(part).findByLabelText(messages.SECRET_ADDRESS)
  expect(field).toHaveValue(`${location.origin}/api/calendar/own/1/events.ics`)
  expect(within(part).getByText(messages.SECRET_HINT)).toBeInTheDocument()
  await userEvent.click(within(part).getByRole('button', { name: messages.REPLACE_ADDRESS }))
  await waitFor(() => expect(field).toHaveValue(`${location.origin}/api/calendar/own/2/events.ics`))
  await userEvent.click(within(part).getByRole('button', { name: messages.REMOVE_ADDRESS }))
  expect(await within(part).findByRole('button', { name: messages.MAKE_ADDRESS })).toBeInTheDocument()
  expect(within(part).queryByLabelText(messages.SECRET_ADDRESS)).not.toBeInTheDocument()
  expect(asked.filter(({ path }) => path === '/calendar/address').map(({ method }) => method)).toEqual(
    expect.arrayContaining(['POST', 'DELETE']),
  )
})

it('says since when there is an address that was shown before', async () => {
  serverSays({ ...base, 'GET /checklogged': signedIn(), 'GET /calendar/address': address(MADE) })
  await show()
  const part = await own()
  expect(await within(part).findByText(/^Your calendar has had a secret address since /)).toBeInTheDocument()
  expect(within(part).queryByLabelText(messages.SECRET_ADDRESS)).not.toBeInTheDocument()
  expect(within(part).getByRole('button', { name: messages.REPLACE_ADDRESS })).toBeInTheDocument()
})
