/** The letter of a club is one character as a reader sees it, whatever its name begins with. */
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ClubMark } from './components/ClubMark'

it.each([
  ['hobby club', 'H'],
  ['🇮🇳 Debates', '🇮🇳'],
  ['👩🏽\u200d🎓 Alumni', '👩🏽\u200d🎓'],
  ['किताब क्लब', 'कि'],
  ['𝓟𝓻𝓲𝔂𝓪', '𝓟'],
  ['e\u0301cole', 'E\u0301'],
  ['', '?'],
])('of %j is %j', (name, letter) => {
  const { container } = render(<ClubMark club={{ name, colour: '#2f7d4f' }} />)
  expect(container.textContent).toBe(letter)
})

it('no first letter is taken by code points', () => {
  const files = import.meta.glob('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const found = Object.entries(files as Record<string, string>)
    .filter(([path, source]) => !/\.test\.|cutText/.test(path) && /\[\.\.\.[^\]]+\](?:\[0\]|\.at\(0\))/.test(source))
    .map(([path]) => path)
  expect(found).toEqual([])
})
