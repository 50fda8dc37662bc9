/** Comparison of addresses, with the table that the server's own test reads. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { foldedEmail, isSameEmail } from './emailFolding'

const { accepted } = JSON.parse(readFileSync('../server/tests/it/email_addresses.json', 'utf8')) as {
  accepted: Record<string, string>
}

/** Each address in the spellings that a keyboard, a copied text or the server may give it. */
function spellings(address: string): string[] {
  const cases = [address, address.toUpperCase(), address.toLowerCase()]
  const forms = cases.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')])
  return forms.flatMap((text) => [text, ` ${text}\t`, `\u00a0${text}\u3000`, `${text}\u0085`])
}

it('folds the addresses that the server takes as it does', () => {
  for (const [typed, kept] of Object.entries(accepted)) expect([typed, foldedEmail(typed)]).toEqual([typed, kept])
})

it('knows each address of the server in every spelling', () => {
  for (const [typed, kept] of Object.entries(accepted)) {
    for (const spelt of [typed, ...spellings(typed), ...spellings(kept)])
      expect([kept, spelt, isSameEmail(kept, spelt)]).toEqual([kept, spelt, true])
  }
})

/** What `str::to_lowercase` of Rust makes of the left is on the right. */
it.each([
  ['ΟΔΟΣ@campus.example', 'οδος@campus.example'],
  ['ΟΔΟΣ7@campus.example', 'οδοσ7@campus.example'],
  ['ΑΣ.ΑΣ@ΑΣ.example', 'ας.ας@ας.example'],
  ['\u212aelvin@campus.example', 'kelvin@campus.example'],
  ['\u212bngstro\u0308m@campus.example', 'ångström@campus.example'],
  ['\u2126@campus.example', 'ω@campus.example'],
  ['\u0130@campus.example', 'i\u0307@campus.example'],
  ['STRA\u1e9eE@campus.example', 'straße@campus.example'],
  ['\uff21da@campus.example', '\uff41da@campus.example'],
  ['\u1f88@campus.example', '\u1f80@campus.example'],
  ['Re\u0301ne\u0301e@campus.example', 'rénée@campus.example'],
  ['\u0391\u0345\u0301@campus.example', '\u1fb4@campus.example'],
])('knows %s in what the server makes of it', (typed, kept) => {
  expect(isSameEmail(kept, typed)).toBe(true)
  expect(isSameEmail(typed, kept)).toBe(true)
})

it('refuses no letter of Unicode that is folded on the other side only, wherever it stands', () => {
  const around = [
    (letter: string) => `${letter}@x.example`,
    (letter: string) => `α${letter}@x.example`,
    (letter: string) => `α${letter}α@x.example`,
    (letter: string) => `${letter}\u0327\u0301@x.example`,
  ]
  const refused: string[] = []
  for (let code = 0xa1; code < 0x1f000; code += 1) {
    // Of the 11,172 syllables of Hangul, which are all composed alike, one row.
    if (code === 0xad00) code = 0xd7a4
    const letter = String.fromCodePoint(code)
    const others = [letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFC'), letter.normalize('NFD')]
    if (others.every((other) => other === letter)) continue
    for (const address of around) {
      const typed = address(letter)
      // Letter by letter, too: a final sigma is one only to whoever looks at what stands beside it.
      const alone = [...typed.normalize('NFC')].map((one) => one.toLowerCase()).join('')
      for (const kept of [foldedEmail(typed), alone.normalize('NFC')])
        for (const spelt of [typed, typed.normalize('NFD')])
          if (!isSameEmail(kept, spelt)) refused.push(`${code.toString(16)} ${typed} ${kept}`)
    }
  }
  expect(refused).toEqual([])
})

it('tells other people apart', () => {
  const ours = 'ananya@meridian.example'
  for (const other of ['rohan@meridian.example', 'ananya@meridian.test', 'anánya@meridian.example', 'ananya', ''])
    expect([other, isSameEmail(ours, other)]).toEqual([other, false])
})
