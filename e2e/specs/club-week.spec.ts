/**
 * A club's week, from the application to the notice on a locked phone: what the stories of members, events, galleries and
 * notifications show one by one, here on one server, each step standing on the one before. What refuses, what a guest
 * sees, phones, keyboards and accessibility are theirs.
 */
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { WHOLE_BROWSER } from '../browser'
import { backTaken, expect, isGate, type Locator, type Page, settled, signedUp, startQuad, test } from '../fixtures'
import { ClubView, Directory, MemberView } from '../pages/clubs'
import { clubAdministrator, EventForm, EventView } from '../pages/events'
import { Block, Hub, photos, Upload } from '../pages/galleries'
import { Inbox } from '../pages/notifications'
import { jumpAhead, serverNow } from '../pages/prepared'
import { canPush, Phone, PushService, signedBy, subscribedWith } from '../pages/push'

// Whoever is notified on a device has the service worker, and may be asked.
test.use({ serviceWorkers: 'allow', launchOptions: WHOLE_BROWSER })

const HOUR = 3_600_000
const STUDENT = 'Meera Iyer'
const EVENT = 'Night photography walk'
/** Fewer in the gate: what many pictures cost is looked at outside of it. */
const PICTURES = isGate ? 6 : 30
const NOTICE = { title: 'Your pictures are up', body: `${PICTURES} of them – thank you for coming along.` }
/** As it arrives: what a club tells begins with its name. */
const TOLD = { ...NOTICE, title: `HOBBY: ${NOTICE.title}` }

/** One field of every kind with what the student answers; some of it a spreadsheet could take for something else. */
const FIELDS = [
  { kind: 'Text', type: 'text', label: 'Camera', answer: 'Grandma’s "Löwe", 35 mm & <flash>' },
  { kind: 'Email', type: 'email', label: 'Second address', answer: 'meera@home.example' },
  { kind: 'Phone', type: 'tel', label: 'Number on the day', answer: '+91 98765 43210' },
  { kind: 'Number', type: 'text', label: 'Years of practice', answer: '4' },
  { kind: 'Date', type: 'date', label: 'Birthday', answer: '2005-11-03' },
  { kind: 'Select', type: 'select-one', label: 'Diet', answer: 'Jain' },
] as const

test('a club’s week', { tag: '@gate' }, async ({ open }) => {
  const [service, phone] = [await PushService.start(), new Phone()]
  const quad = await startQuad({ hooks: true })
  try {
    const [office, student] = [await open({ baseURL: quad.address }), await open({ baseURL: quad.address })]
    await service.takeOver(office)
    await student.context().grantPermissions(['notifications'], { origin: quad.address })
    await canPush(student, service.endpoint('ok/pocket'), phone)
    // ADMIN appoints the club's administrator and is not seen again.
    const chief = await open({ baseURL: quad.address })
    await clubAdministrator(office, quad, chief)
    await chief.close()
    const person = await signedUp(student, { fullName: STUDENT })

    // Applied, let in, Treasurer.
    const directory = new Directory(student)
    await directory.open()
    await directory.card('Hobby Club').getByRole('link').click()
    await student.getByRole('button', { name: 'Become a Member' }).click()
    await expect(student.getByText('Application pending')).toBeVisible()
    const [desk, own] = [new ClubView(office), new ClubView(student)]
    const members = new MemberView(office)
    await desk.open('HOBBY')
    await desk.tab('Members').click()
    await members.tab('Pending Applications').click()
    await members.row(STUDENT).getByRole('button', { name: 'Approve' }).click()
    await expect(office.getByText('The application has been approved.')).toBeVisible()
    await members.tab('Active Members').click()
    await members.upgrade(STUDENT, 'Treasurer')
    await expect(members.status(STUDENT, 'Treasurer')).toBeVisible()
    await student.reload()
    await expect(student.getByRole('region', { name: 'Post Holders' }).getByText(STUDENT)).toBeVisible()

    // An event, made on the club's page, that asks six things.
    await desk.tab('Events').click()
    await office.getByRole('button', { name: 'Create Event' }).first().click()
    const form = new EventForm(office.getByRole('dialog', { name: 'Create Event' }))
    await form.title.fill(EVENT)
    await form.description.fill('Bring any camera.')
    await form.location.fill('Clock tower')
    const now = await serverNow(office)
    await form.times(now + 50 * HOUR, now + 52 * HOUR)
    for (const { kind, label } of FIELDS) await form.builder.add(kind, label)
    for (const option of ['Vegetarian', 'Jain']) await form.builder.option(option)
    expect(await form.builder.order()).toEqual(FIELDS.map(({ label }) => label))
    // In a dialog there is no room for the preview beside the bench.
    await form.within.getByRole('tab', { name: 'Preview' }).click()
    await expect.poll(() => kindsOf(form.builder.preview)).toEqual(FIELDS.map(({ type }) => type))
    await form.submit.click()
    await expect(office.getByText('Event created successfully')).toBeVisible()
    await expect(office.getByRole('heading', { level: 1, name: EVENT })).toBeVisible()

    // The student finds it there, too, and answers all of it.
    await own.tab('Events').click()
    const card = student.getByRole('article', { name: EVENT })
    await card.getByRole('link', { name: EVENT }).click()
    const view = new EventView(student)
    await view.register(Object.fromEntries(FIELDS.map(({ label, answer }) => [label, answer])))
    await expect(student.getByText('Registered successfully!')).toBeVisible()
    await expect(view.facts.getByText('You are registered')).toBeVisible()

    // Who comes, as files: both say the same, and what was answered is in them to the letter.
    await office.reload()
    await expect(office.getByRole('table', { name: 'Event Participants' }).getByText(person.email)).toBeVisible()
    const heading = ['#', 'Name', 'Email', 'Batch', 'Contact number', 'Status', 'Registered at']
    const about = [
      '1',
      STUDENT,
      person.email,
      '2026',
      '9000000000',
      'registered',
      expect.stringMatching(/^[\d-]+ [\d:]+$/),
    ]
    const labels = FIELDS.map(({ label }) => label)
    const answers = FIELDS.map(({ answer }) => answer)
    const book = await saved(office, 'XLSX')
    expect(rowsOfXlsx(book)).toEqual([
      [...heading, ...labels],
      [...about, ...answers],
    ])
    const table = await saved(office, 'CSV')
    expect(rowsOfCsv(table)).toEqual([
      [...heading, ...labels],
      // A telephone number is nothing that a spreadsheet runs.
      [...about, ...answers],
    ])

    // The walk is over: its pictures go up.
    await jumpAhead(office, 53 * (HOUR / 1000))
    const hub = new Hub(office)
    await hub.open()
    await hub.card(EVENT).getByRole('button', { name: 'Create Gallery' }).click()
    const upload = new Upload(office)
    await upload.browse.setInputFiles(photos(PICTURES))
    await expect(upload.chosen).toHaveCount(PICTURES)
    await upload.button('Create Gallery').click()
    await expect(office.getByText('Gallery created successfully!')).toBeVisible({ timeout: 120_000 })
    await expect(upload.dialog).toBeHidden()
    await expect(hub.card(EVENT).getByText(`${PICTURES} Images`)).toBeVisible()

    // The student looks at them over the whole screen.
    await own.open('HOBBY')
    await own.tab('Gallery').click()
    const { block, carousel } = new Block(student, EVENT)
    await expect(block.getByText(`${EVENT} Gallery`, { exact: true })).toBeVisible()
    await expect(carousel.getByText(`1 / ${PICTURES}`)).toBeVisible()
    await settled(student)
    await carousel.getByRole('button', { name: `Open image 1 of ${PICTURES} of ${EVENT} Gallery` }).click()
    const lightbox = student.getByRole('dialog', { name: `Pictures of ${EVENT} Gallery` })
    for (const place of [1, 2]) {
      await expect(lightbox.getByText(`${place} / ${PICTURES}`)).toBeVisible()
      const picture = lightbox.getByRole('img', { name: `${EVENT} Gallery, image ${place} of ${PICTURES}` })
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      await student.keyboard.press('ArrowRight')
    }
    await student.keyboard.press('Escape')
    await expect(lightbox).toBeHidden()
    await backTaken(student)

    // Notified on this device from here on.
    const inbox = new Inbox(student)
    await inbox.open()
    await inbox.push.turnOn.click()
    await expect(inbox.push.panel.getByText('Notifications are on for this device')).toBeVisible()

    // Told to the members: in the inbox without a look for it, and to the phone in an envelope only it can open.
    await desk.open('HOBBY')
    await desk.tab('Notifications').click()
    const sending = office.getByRole('form', { name: 'Send Notification' })
    await expect(sending.getByRole('radio', { name: 'Send to Club Members Only' })).toBeChecked()
    await sending.getByLabel('Title').fill(NOTICE.title)
    await sending.getByLabel('Message body').fill(NOTICE.body)
    await sending.getByRole('button', { name: 'Send Notification' }).click()
    await expect(office.getByText('Notification sent successfully!')).toBeVisible()
    await expect(inbox.row(TOLD.title).getByText(TOLD.body)).toBeVisible()
    await expect.poll(() => service.heard.map((one) => one.path)).toEqual(['/ok/pocket'])
    const [heard] = service.heard
    if (!heard) throw new Error('nothing came')
    expect(phone.read(heard)).toMatchObject({ ...TOLD, url: '/club/HOBBY' })
    expect(() => new Phone().read(heard)).toThrow()

    // Signed by the key this browser subscribed with, for this push service, and not for ever.
    const { key } = (await (await student.request.get('/api/push/key')).json()) as { key: string }
    const signed = signedBy(heard)
    expect([signed.key, await subscribedWith(student)]).toEqual([key, key])
    expect(signed.claims.aud).toBe(service.origin)
    // No contact is set, and none is made up.
    expect(signed.claims.sub).toBeUndefined()
    const left = signed.claims.exp * 1000 - (await serverNow(student))
    expect(left > 0 && left <= 24 * HOUR).toBe(true)
    // Before their server: an open page would complain that it is gone.
    for (const one of [office, student]) await one.close()
  } finally {
    await quad.close()
    await service.close()
  }
})

/** What the controls of a registration form take, from top to bottom. */
function kindsOf(form: Locator): Promise<string[]> {
  return form
    .locator('input, select')
    .evaluateAll((controls) => controls.map((one) => (one as HTMLInputElement | HTMLSelectElement).type))
}

/** The participants, downloaded by the button. */
async function saved(page: Page, kind: 'CSV' | 'XLSX'): Promise<Buffer> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${kind}` }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`participants-${EVENT.toLowerCase().replace(/\W+/g, '-')}.${kind.toLowerCase()}`)
  return readFile(await file.path())
}

/** Every cell of ours is quoted, and none of this story has a line break in it. */
function rowsOfCsv(file: Buffer): string[][] {
  const lines = file
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
  return lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  )
}

/** The first sheet; no cell of this story is empty, so they need no counting by their letters. */
function rowsOfXlsx(file: Buffer): string[][] {
  const parts = unzipped(file)
  const all = (text: string | undefined, tag: string) =>
    [...(text ?? '').matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, inside = '']) => inside)
  const texts = all(parts.get('xl/sharedStrings.xml'), 'si').map((one) => all(one, 't').map(plain).join(''))
  const styles = parts.get('xl/styles.xml')
  const formats = (styles ?? '').matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)
  const codes = new Map([...formats].map(([, id, code]) => [id, code]))
  const used = [...(all(styles, 'cellXfs')[0] ?? '').matchAll(/<xf [^>]*?numFmtId="(\d+)"/g)].map(([, id]) => id)
  const isDate = (style: number) => /[ymd]/.test(codes.get(used[style] ?? '') ?? '')
  return all(parts.get('xl/worksheets/sheet1.xml'), 'row').map((row) =>
    [...row.matchAll(/<c ([^>]*)><v>(.*?)<\/v>/gs)].map(([, attributes = '', value = '']) => {
      if (attributes.includes('t="s"')) return texts[Number(value)] ?? `no text ${value}`
      const style = Number(/ s="(\d+)"/.exec(` ${attributes}`)?.[1] ?? 0)
      // Days and moments are days since the end of 1899; numbers have formats as well.
      if (!isDate(style)) return value
      const at = new Date(Math.round((Number(value) - 25_569) * 1440) * 60_000).toISOString()
      return Number.isInteger(Number(value)) ? at.slice(0, 10) : at.slice(0, 16).replace('T', ' ')
    }),
  )
}

function plain(xml: string): string {
  const letters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return xml.replace(/&(\w+);/g, (whole, name: string) => letters[name] ?? whole)
}

/** The texts in a zip, by the list at its end: only there the sizes are always said. */
function unzipped(zip: Buffer): Map<string, string> {
  const parts = new Map<string, string>()
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameEnds = at + 46 + zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    const text = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    parts.set(zip.toString('utf8', at + 46, nameEnds), text.toString('utf8'))
    at = nameEnds + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return parts
}
