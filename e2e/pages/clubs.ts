/** The screens of clubs, and clubs and members made over the API for stories that begin after that. */
import { deflateSync } from 'node:zlib'
import { expect, type Locator, type Page, type Quad, signedUp } from '../fixtures'
import { promote } from './payments'

/** The page's browser becomes that of an ADMIN. */
export async function administrator(page: Page, quad: Quad): Promise<void> {
  const person = await signedUp(page)
  await promote(quad, person.email)
}

/** The page's browser is ADMIN's. */
export async function foundClub(page: Page, shortName: string, name: string, part: object = {}): Promise<void> {
  const told = await page.request.post('/api/clubs', {
    data: { name, shortName, description: 'Made for a test.', links: [], ...part },
  })
  expect(told.status(), await told.text()).toBe(201)
}

/** The page's person applies and is let in by whoever manages the club in the other browser. */
export async function memberOf(page: Page, manager: Page, club = 'HOBBY'): Promise<void> {
  const applied = await page.request.post(`/api/member/join/${club}`)
  expect(applied.status(), await applied.text()).toBe(201)
  const listed = await manager.request.get(`/api/clubs/${club}/members?status=pending&size=100`)
  const { members } = (await listed.json()) as { members: { _id: string; UserId: { _id: string } }[] }
  const own = await page.evaluate(() => localStorage.getItem('userId1'))
  const mine = members.find(({ UserId }) => UserId._id === own)
  const approved = await manager.request.post(`/api/member/approve/${mine?._id}`)
  expect(approved.status(), await approved.text()).toBe(200)
}

/** A picture of one colour, as a PNG. */
export function png(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(kind), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + width * 3, 0x5a)
  row[0] = 0
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/** /clubs. */
export class Directory {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/clubs')
    await expect(this.page.getByRole('heading', { level: 1, name: 'Clubs' })).toBeVisible()
  }

  card(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true })
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search clubs' })
  }
}

/** /club/{club}. */
export class ClubView {
  constructor(readonly page: Page) {}

  async open(club: string, tab?: string): Promise<void> {
    await this.page.goto(`/club/${club}${tab ? `?tab=${tab}` : ''}`)
    await expect(this.page.getByRole('complementary', { name: 'Clubs' })).toBeVisible()
  }

  get menu(): Locator {
    return this.page.getByRole('complementary', { name: 'Clubs' }).getByRole('navigation')
  }

  tab(name: string): Locator {
    return this.menu.getByRole('link', { name, exact: true })
  }

  async tabs(): Promise<string[]> {
    return (await this.menu.getByRole('link').allInnerTexts()).map((name) => name.trim())
  }

  get ask(): Locator {
    return this.page.getByRole('button', { name: 'Ask this club' }).last()
  }
}

/** The members of a club, on its page or on /member. */
export class MemberView {
  constructor(readonly page: Page) {}

  row(name: string): Locator {
    return this.page.getByRole('row').filter({ hasText: name })
  }

  /** The status of a member; on a phone it stands below the name. */
  status(name: string, status: string): Locator {
    return this.row(name).getByText(status, { exact: true }).filter({ visible: true })
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  async upgrade(name: string, office: string): Promise<void> {
    await this.row(name).getByRole('button', { name: 'Upgrade' }).click()
    await this.page.getByRole('menuitem', { name: office, exact: true }).click()
    await this.confirm(`Make ${name} ${office}?`, `Make ${office}`)
  }

  async confirm(title: string, button: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
  }
}
