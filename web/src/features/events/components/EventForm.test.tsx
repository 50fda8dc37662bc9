/** An event that somebody else changed while this form was open: what was not changed here stays theirs. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fill } from '@/testField'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../messages'
import EventPage from '../pages/EventPage'

const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const hours = (by: number) => new Date(Date.now() + by * 3_600_000).toISOString()
const field = (name: string, label: string) => ({ name, label, type: 'text', required: false, options: [] })
const FORM = { fields: [field('field_1', 'Camera'), field('lens', '')] }
const THEIRS = { fields: [...FORM.fields, field('field_3', 'Diet')] }

/** The form is open, and the event is changed elsewhere. */
async function openBefore(theirs: object) {
  let event: Record<string, unknown> = {
    id: ID,
    club: { id: 'c1', shortName: 'HOBBY', name: 'Hobby Club' },
    title: 'Night walk',
    description: 'Bring any camera.',
    location: 'Clock tower',
    startsAt: hours(48),
    endsAt: hours(50),
    picture: null,
    pictureUrl: null,
    capacity: 20,
    registered: 12,
    waiting: 0,
    open: true,
    closed: false,
    status: 'upcoming',
    cancelledAt: null,
    reason: null,
    form: FORM,
    formVersion: 1,
    you: null,
    createdAt: hours(-1),
    changedAt: hours(-1),
  }
  const answer = () => ({ body: { success: true, message: 'Saved', serverNow: hours(0), event, mayManage: true } })
  const calls = serverSays({
    'GET /checklogged': signedIn('HOBBY'),
    'GET /site': SITE,
    [`GET /events/${ID}`]: answer,
    [`PUT /events/${ID}`]: ({ body }: Asked) => {
      // What is left out stays.
      const { start, end, formjson, imageurl, sentBy: _, ...named } = body as Record<string, unknown>
      const others = { startsAt: start, endsAt: end, form: formjson, pictureUrl: imageurl }
      const changed = Object.entries({ ...named, ...others }).filter(([, value]) => value !== undefined)
      event = { ...event, ...Object.fromEntries(changed) }
      return answer()
    },
  })
  await showPage({ '/event/$eventId': EventPage }, `/event/${ID}?edit=1`)
  await screen.findByLabelText('Title')
  event = { ...event, ...theirs }
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    return event
  }
  return { save }
}
const rewrite = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await fill(screen.getByLabelText(label), text)
}
const later = async () => {
  fireEvent.change(screen.getByLabelText('End'), { target: { value: '2026-11-29T23:45' } })
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('userId1', 'u1')
})

describe('saving', () => {
  it.each<[string, () => Promise<unknown>, object]>([
    ['the title', () => rewrite('Title', 'Dawn walk'), { title: 'Dawn walk' }],
    ['an emptied description', () => userEvent.clear(screen.getByLabelText('Description')), { description: '' }],
    ['no limit', () => userEvent.clear(screen.getByLabelText('Places')), { capacity: null }],
    ['nothing', async () => undefined, {}],
    ['the end', later, { endsAt: '2026-11-29T18:15:00.000Z' }],
    ['no location', () => userEvent.clear(screen.getByLabelText('Location')), { location: '' }],
  ])('%s leaves the registration form as somebody made it meanwhile', async (_, change, own) => {
    const { save } = await openBefore({ form: THEIRS })
    await change()
    expect(await save()).toMatchObject({ form: THEIRS, ...own })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['title', () => rewrite('Title', 'Dawn walk')],
    ['description', () => rewrite('Description', 'Bring a lamp.')],
    ['location', () => rewrite('Location', 'Old Workshop')],
    ['capacity', () => rewrite('Places', '7')],
    ['endsAt', later],
  ])('%s alone leaves all the rest as somebody made it meanwhile', async (own, change) => {
    const theirs: Record<string, unknown> = {
      title: 'Day walk',
      description: 'Bring a friend.',
      location: 'Library',
      startsAt: hours(47),
      endsAt: hours(51),
      capacity: 30,
      pictureUrl: 'https://pictures.example/walk.png',
      form: THEIRS,
    }
    const { save } = await openBefore(theirs)
    await change()
    const now = await save()
    for (const [part, value] of Object.entries(theirs)) {
      if (part === own) expect(now[part], part).not.toEqual(value)
      else expect(now[part], part).toEqual(value)
    }
  })

  it('a registration form that was changed here is sent', async () => {
    const { save } = await openBefore({})
    await userEvent.click(screen.getByRole('button', { name: 'Text' }))
    await fill(screen.getAllByLabelText(messages.LABEL).at(-1) as HTMLElement, 'Batch')
    const { form } = await save()
    expect(form).toMatchObject({ fields: [{ label: 'Camera' }, { name: 'lens' }, { label: 'Batch' }] })
  })
})
