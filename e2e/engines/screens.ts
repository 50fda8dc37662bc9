/** Screens as a person uses them, in scripts that every supported browser reads: by what a button or a field is called. */
import { expect } from '@playwright/test'
import type { Tab } from './engines'

/** A bound against hanging; a slow machine may take its time. */
const PATIENCE = { timeout: 60_000 }

/** Visible, and not behind an open dialog. */
const SEEN = `
  const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden'
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog]')].filter(seen).pop()
  const within = dialog || document
  const called = (one) => (one.getAttribute('aria-label') || one.textContent || '').replace(/\\s+/g, ' ').trim()
`
const BUTTON = `${SEEN}
  const [name, place] = arguments
  const all = [...(place ? document.querySelector(place) || within : within).querySelectorAll('button, a[href], [role=menuitem]')]
  return all.filter(seen).find((one) => called(one) === name && !one.disabled) || null`
const NOTICE = `${SEEN}
  const [title] = arguments
  return [...document.querySelectorAll('[data-notice] a')].filter(seen).find((one) => called(one).includes(title)) || null`
const FIELD = `${SEEN}
  const [name] = arguments
  const label = [...document.querySelectorAll('label')].find((one) => seen(one) && called(one).replace(/ ?\\*$/, '') === name)
  return label ? label.control : null`
const OPTION = `${SEEN}
  const [name] = arguments
  const rows = [...document.querySelectorAll('[aria-label=Options] button')].filter(seen)
  return rows.find((one) => [...one.querySelectorAll('*')].some((part) => called(part) === name)) || null`

export class Screens {
  constructor(
    readonly tab: Tab,
    private readonly site: string,
  ) {}

  async go(page: string): Promise<void> {
    await this.tab.go(`${this.site}${page}`)
  }

  /** What can be read, without what is only for the eye. */
  text(): Promise<string> {
    return this.tab.run('return document.body.innerText') as Promise<string>
  }

  async reads(text: string | RegExp, patience = PATIENCE): Promise<void> {
    if (typeof text === 'string') await expect.poll(() => this.text(), patience).toContain(text)
    else await expect.poll(() => this.text(), patience).toMatch(text)
  }

  async isAt(address: RegExp): Promise<void> {
    await expect.poll(() => this.tab.run('return location.pathname'), PATIENCE).toMatch(address)
  }

  /** The layout for the width: the menu's links where there is room for them, nothing beside the screen, no link for keyboards. */
  async isLaidOut(): Promise<void> {
    const look = `
      const menu = document.querySelector('nav[aria-label=Main]')
      const skip = [...document.links].find((one) => one.textContent.trim() === 'Skip to content')
      return {
        isWide: innerWidth >= 768,
        hasMenu: menu !== null && menu.getBoundingClientRect().width > 0,
        skipEndsAt: Math.max(0, Math.round(skip.getBoundingClientRect().bottom)),
        beside: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      }`
    const seen = (await this.tab.run(look)) as { isWide: boolean }
    expect(seen).toEqual({ isWide: seen.isWide, hasMenu: seen.isWide, skipEndsAt: 0, beside: 0 })
  }

  async press(name: string, place = ''): Promise<void> {
    await this.found('button', name, BUTTON, place).then((one) => one.press())
  }

  /** A row of the inbox, by its title. */
  async openNotice(title: string): Promise<void> {
    await this.found('notice', title, NOTICE).then((one) => one.press())
  }

  async enter(field: string, text: string): Promise<void> {
    await this.found('field', field, FIELD).then((one) => one.type(text))
  }

  async choose(option: string): Promise<void> {
    await this.found('option', option, OPTION).then((one) => one.press())
  }

  /** The room at a question, by its region. */
  async question(number: number, of: number): Promise<void> {
    const shown = 'return [...document.querySelectorAll("section, [role=region]")].map((one) => one.getAttribute("aria-label"))'
    await expect.poll(() => this.tab.run(shown), PATIENCE).toContain(`Question ${number} of ${of}`)
  }

  /** The counts in the room's bar: saved, and on this device only. */
  async counted(saved: number, device: number, patience = PATIENCE): Promise<void> {
    const counts = async () => {
      const bar = (await this.tab.run('return (document.querySelector("header ul, header ol") || {}).innerText || ""')) as string
      const read = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(bar)?.[1] ?? 0)
      return { saved: read('saved'), device: read('on this device') }
    }
    await expect.poll(counts, patience).toEqual({ saved, device })
  }

  private async found(kind: string, name: string, ...script: [string, ...unknown[]]) {
    const [text, ...rest] = script
    let one: Awaited<ReturnType<Tab['find']>>
    await expect
      .poll(async () => (one = await this.tab.find(text, name, ...rest)) !== undefined, {
        ...PATIENCE,
        message: `the ${kind} "${name}"`,
      })
      .toBe(true)
    if (!one) throw new Error(`there is no ${kind} "${name}"`)
    return one
  }
}
