/** The focus stays where it was put until the page has settled, and no longer than whoever uses the page lets it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { focusAfterRender, focusIfLost } from './focusAfterRender'

const frames = async (count: number) => {
  for (let left = count; left > 0; left -= 1) await vi.advanceTimersToNextFrame()
}
const button = (name: string) => document.querySelector<HTMLButtonElement>(`[name="${name}"]`)

function page(html: string): void {
  document.body.innerHTML = html
}

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await frames(40)
  vi.useRealTimers()
})

it('takes the place back from a dialog that closes late', async () => {
  page('<button name="row"></button><div role="dialog"><button name="yes"></button></div>')
  button('yes')?.focus()
  focusAfterRender(() => button('row'))
  await frames(4)
  expect(document.activeElement).toBe(button('row'))
  // The dialog holds the focus until it is gone.
  button('yes')?.focus()
  await frames(2)
  document.querySelector('[role="dialog"]')?.remove()
  await frames(2)
  expect(document.activeElement).toBe(button('row'))
})

it('finds the place again when it was drawn anew', async () => {
  page('<button name="row"></button>')
  focusAfterRender(() => button('row'))
  await frames(4)
  page('<button name="row" id="new"></button>')
  await frames(2)
  expect(document.activeElement?.id).toBe('new')
})

it('lets go of it when somebody does something, and when somebody writes', async () => {
  page('<button name="row"></button><button name="other"></button><input>')
  focusAfterRender(() => button('row'))
  await frames(4)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  button('other')?.focus()
  await frames(2)
  expect(document.activeElement).toBe(button('other'))

  focusAfterRender(() => button('row'))
  await frames(4)
  document.querySelector('input')?.focus()
  await frames(2)
  expect(document.activeElement).toBe(document.querySelector('input'))
})

it('lets go of a field somebody has written in, however the text came', async () => {
  page('<input><button name="other"></button>')
  const field = document.querySelector('input')
  focusAfterRender(() => field)
  await frames(4)
  expect(document.activeElement).toBe(field)
  // Dictated, filled in by the browser, composed: no key is pressed.
  field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  button('other')?.focus()
  await frames(3)
  expect(document.activeElement).toBe(button('other'))
})

describe('before it has looked the first time, on a device that takes long for a frame', () => {
  const began = {
    'goes into a field': (field: HTMLElement) => field.dispatchEvent(new Event('pointerdown', { bubbles: true })),
    'writes in the field that has the focus': (field: HTMLElement) =>
      field.dispatchEvent(new InputEvent('input', { bubbles: true })),
  }

  it.each(Object.entries(began))('leaves alone whoever %s', async (_, begin) => {
    page('<input><button name="row"></button>')
    const field = document.querySelector('input') as HTMLElement
    field.focus()
    focusAfterRender(() => button('row'))
    begin(field)
    await frames(4)
    expect(document.activeElement).toBe(field)
  })

  it('still goes there after what else belongs to the same click', async () => {
    page('<input type="checkbox"><button name="row"></button>')
    const box = document.querySelector('input') as HTMLElement
    box.focus()
    box.addEventListener('click', () => focusAfterRender(() => button('row')))
    box.click()
    await frames(4)
    expect(document.activeElement).toBe(button('row'))
  })
})

it('never goes to a place when another one was asked for before it looked', async () => {
  page('<button name="row"></button><button name="other"></button>')
  const went: string[] = []
  button('row')?.addEventListener('focus', () => went.push('row'))
  focusAfterRender(() => button('row'))
  focusAfterRender(() => button('other'))
  await frames(4)
  expect(document.activeElement).toBe(button('other'))
  expect(went).toEqual([])
})

it('counts the last one asked for, and lets go in the end', async () => {
  page('<button name="row"></button><button name="other"></button>')
  focusAfterRender(() => button('row'))
  await frames(4)
  focusAfterRender(() => button('other'))
  await frames(6)
  expect(document.activeElement).toBe(button('other'))
  await frames(40)
  button('row')?.focus()
  await frames(3)
  expect(document.activeElement).toBe(button('row'))
})

it('leaves it where it is when it is not lost', async () => {
  page('<button name="row"></button><button name="other"></button>')
  button('other')?.focus()
  focusIfLost(() => button('row'))
  await frames(4)
  expect(document.activeElement).toBe(button('other'))
  button('other')?.remove()
  await frames(2)
  expect(document.activeElement).toBe(button('row'))
})
