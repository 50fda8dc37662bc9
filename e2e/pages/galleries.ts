/** The screens of galleries, and pictures made by code. */
import { deflateSync } from 'node:zlib'
import { expect, type Locator, type Page } from '../fixtures'

export type Photo = { name: string; mimeType: string; buffer: Buffer }

/** A PNG of a sky over a field, different for every number. */
export function photo(number: number, width = 480, height = 320): Photo {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  const [hue, horizon] = [number * 47, height * (0.35 + ((number * 13) % 40) / 100)]
  for (let y = 0; y < height; y += 1) {
    let at = y * (width * 3 + 1) + 1
    for (let x = 0; x < width; x += 1) {
      const sun = Math.hypot(x - ((number * 71) % width), y - horizon * 0.6) < 26
      const sky = y < horizon
      const light = sky ? y / horizon : 1 - (y - horizon) / height
      const wave = Math.round(14 * Math.sin((x + number * 31) / (sky ? 90 : 17)))
      rows[at] = clamp(sun ? 250 : (sky ? 90 : 60) + light * 110 + (hue % 60) + wave)
      rows[at + 1] = clamp(sun ? 220 : (sky ? 130 : 110) + light * 60 + ((hue >> 1) % 40))
      rows[at + 2] = clamp(sun ? 140 : (sky ? 190 : 60) - light * 30 - (hue % 50) + wave)
      at += 3
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name: `walk-${String(number).padStart(2, '0')}.png`, mimeType: 'image/png', buffer }
}

export function photos(count: number, from = 1): Photo[] {
  return Array.from({ length: count }, (_, at) => photo(from + at))
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  }
  return (rest ^ 0xffffffff) >>> 0
}

/** A gallery over the API; the page's browser is that of somebody who manages the club. */
export async function makeGallery(
  page: Page,
  wanted: { eventId: string; title: string; description?: string; pictures: Photo[] },
): Promise<{ id: string }> {
  const form = new FormData()
  form.set('title', wanted.title)
  form.set('description', wanted.description ?? '')
  form.set('eventId', wanted.eventId)
  for (const { name, mimeType, buffer } of wanted.pictures) {
    form.append('images', new File([new Uint8Array(buffer)], name, { type: mimeType }))
  }
  const made = await page.request.post('/api/upload/addgallery', { multipart: form })
  expect(made.status(), await made.text()).toBe(201)
  const { gallery } = (await made.json()) as { gallery: { _id: string } }
  return { id: gallery._id }
}

/** The tab 'Event Gallery Hub' of a club's page. */
export class Hub {
  constructor(readonly page: Page) {}

  async open(club = 'HOBBY'): Promise<void> {
    await this.page.goto(`/club/${club}?tab=gallery`)
    await expect(this.page.getByRole('heading', { name: 'Event Gallery Hub' })).toBeVisible()
  }

  card(event: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name: event, exact: true }) })
  }
}

/** 'Create Gallery' or 'Add Images'. */
export class Upload {
  readonly dialog: Locator
  readonly browse: Locator
  readonly title: Locator
  readonly chosen: Locator

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: /^(Create Gallery|Add Images)$/ })
    this.browse = this.dialog.getByLabel('Browse images')
    this.title = this.dialog.getByLabel('Gallery Title')
    this.chosen = this.dialog.getByRole('list', { name: 'Selected images' }).getByRole('listitem')
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  row(file: string): Locator {
    return this.chosen.filter({ hasText: file })
  }
}

/** The block of one event on the Gallery tab. */
export class Block {
  readonly block: Locator
  readonly carousel: Locator

  constructor(
    readonly page: Page,
    event: string,
  ) {
    this.block = page.getByRole('article', { name: event })
    this.carousel = this.block.getByRole('region', { name: /^Pictures of / })
  }

  /** How many stand side by side, and how far apart. */
  async geometry(): Promise<{ side: number; gap: number }> {
    return this.carousel.locator('.swiper').evaluate((box) => {
      const frame = box.getBoundingClientRect()
      const inside = [...box.querySelectorAll('.swiper-slide')]
        .map((slide) => slide.getBoundingClientRect())
        .filter(({ left, right }) => left >= frame.left - 1 && right <= frame.right + 1)
        .sort((a, b) => a.left - b.left)
      const [first, second] = inside
      return { side: inside.length, gap: first && second ? Math.round(second.left - first.right) : 0 }
    })
  }
}
