/**
 * Set-up of the unit tests: matchers for the page, clean-up after each test, what jsdom lacks.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
// Nothing is laid out, so nothing comes into sight.
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
// A wide screen, light, and nothing else of note.
window.matchMedia ??= (query: string) =>
  ({
    matches: query.startsWith('(min-width'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList
