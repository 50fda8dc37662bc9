/** A translator's changes to the page, under React's hands: each kind, and each thing React does to a text. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { allowTranslation } from './translatedText'

beforeAll(() => allowTranslation())
afterEach(cleanup)

type Way = (text: Text) => void

function twoFonts(words: string | Text): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  inner.append(words)
  outer.append(inner)
  return outer
}

const WAYS: Record<string, Way> = {
  replaced: (text) => text.replaceWith(twoFonts(`§${text.data}`)),
  'put before, then removed': (text) => {
    text.before(twoFonts(`§${text.data}`))
    text.remove()
  },
  'put after, then removed': (text) => {
    text.after(twoFonts(`§${text.data}`))
    text.remove()
  },
  wrapped: (text) => {
    const place = document.createElement('font')
    text.before(place)
    place.append(text)
  },
}

function translate(way: Way): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) way(text)
}

const read = () => screen.getByTestId('place').textContent?.replaceAll('§', '')

function Place({ count, hint, list = [] }: { count: number; hint?: string; list?: string[] }) {
  return (
    <p data-testid="place">
      {hint ? <b>{hint} </b> : null}
      {count} of 5{hint ? ` (${hint})` : null}
      {list.map((one) => (
        <i key={one}>
          {' '}
          {one}: {count}
        </i>
      ))}
    </p>
  )
}

for (const [name, way] of Object.entries(WAYS)) {
  it(`a text that was ${name} gets new words, company and goes`, async () => {
    const { rerender, unmount } = render(<Place count={1} list={['a', 'b']} />)
    await act(async () => translate(way))
    rerender(<Place count={2} hint="now" list={['b', 'c']} />)
    expect(read()).toBe('now 2 of 5 (now) b: 2 c: 2')
    await act(async () => translate(way))
    // No moment between the translator and React.
    translate(way)
    rerender(<Place count={3} list={['c', 'b']} />)
    expect(read()).toBe('3 of 5 c: 3 b: 3')
    unmount()
    expect(document.body.textContent).toBe('')
  })
}

it('a text that a translator took away for good is no error, and an element that is nobody’s child still is', () => {
  const { rerender } = render(<Place count={1} hint="now" />)
  for (const node of [...screen.getByTestId('place').childNodes]) if (node instanceof Text) node.remove()
  rerender(<Place count={2} />)
  expect(() => document.body.removeChild(document.createElement('p'))).toThrow()
  expect(() => document.body.insertBefore(document.createElement('p'), document.createElement('p'))).toThrow()
})
