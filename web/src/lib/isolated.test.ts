/** Isolated text: only what runs from right to left gets the signs. */
import { expect, it } from 'vitest'
import { isolated } from './isolated'

it.each(['ליאור כהן', 'ليلى حداد', 'Rank \u202eevil', 'Noor نور', '𞤀𞤣𞤤𞤢𞤥'])('isolates %s', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`)
})

it.each(['Meera Iyer', 'मीरा अय्यर', '李雷', 'Zoë 🎓', ''])('leaves %j as it is', (name) => {
  expect(isolated(name)).toBe(name)
})
