/** Test set-up of the unit tests: matchers for the page, clean-up after each test, what jsdom lacks. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { focusAfterRender } from '@/lib/focusAfterRender'

// For what never comes, not for what is slow: a second, as the library has it, is a busy machine's.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  // What one test wanted focused, frames later, is not what the next one looks at.
  focusAfterRender(() => null)
  localStorage.clear()
})

window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
// Nothing is laid out, so nothing comes into sight.
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
// Nor has anything a size that changes.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// A wide screen, light, and nothing else of note.
window.matchMedia ??= (query: string) =>
  ({
    matches: query.startsWith('(min-width'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList
