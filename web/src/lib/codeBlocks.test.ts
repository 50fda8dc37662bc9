/** Where code begins and ends inside a question, on what the built-in generators and people write. */
import { expect, it } from 'vitest'
import { fencesIn, inlineParts, textParts, withoutCodeMarks } from './codeBlocks'

/** `prose | code`, line breaks as ⏎. */
const said = (text: string) =>
  textParts(text)
    .map(
      (part) =>
        `${part.kind === 'code' ? '‹' : ''}${part.text.replaceAll('\n', '⏎')}${part.kind === 'code' ? '›' : ''}`,
    )
    .join(' ')

it.each([
  [
    'What does this Python program print?\ndef f(v, x=[]):\n    x.append(v)\n    return x\nf(3)\nf(5)\nprint(f(6))',
    'What does this Python program print? ‹def f(v, x=[]):⏎    x.append(v)⏎    return x⏎f(3)⏎f(5)⏎print(f(6))›',
  ],
  [
    'What does this C program print?\nint s = 0;\nfor (int i = 1; i < 9; i++) {\n    if (i % 3 == 0) continue;\n    s += i;\n}\nprintf("%d", s);',
    'What does this C program print? ‹int s = 0;⏎for (int i = 1; i < 9; i++) {⏎    if (i % 3 == 0) continue;⏎    s += i;⏎}⏎printf("%d", s);›',
  ],
  [
    "What does this JavaScript program print?\nconst f = [];\nfor (var i = 2; i < 5; i++) f.push(() => i);\nconsole.log(f.map(g => g()).join(' '))",
    "What does this JavaScript program print? ‹const f = [];⏎for (var i = 2; i < 5; i++) f.push(() => i);⏎console.log(f.map(g => g()).join(' '))›",
  ],
  [
    'Table t(name, grp, marks) holds: (Asha, A, 40). What does this give?\nSELECT COUNT(*) FROM t WHERE marks > 40;',
    'Table t(name, grp, marks) holds: (Asha, A, 40). What does this give? ‹SELECT COUNT(*) FROM t WHERE marks > 40;›',
  ],
  [
    'How often does the innermost line run, in order of growth?\nfor (i = 1; i < n; i *= 2) sum++;',
    'How often does the innermost line run, in order of growth? ‹for (i = 1; i < n; i *= 2) sum++;›',
  ],
  ['What does it print?\nx = 3\n\nprint(x)\n\nChoose one.', 'What does it print? ‹x = 3⏎⏎print(x)› Choose one.'],
  ['What is c?\nif a:\n  c = 1\nelse\n  c = 2', 'What is c? ‹if a:⏎  c = 1⏎else⏎  c = 2›'],
  ['Read:\n```python\nx\n\ny\n```\nWhat is y?', 'Read: ‹x⏎⏎y› What is y?'],
  ['```\nx\n```', '‹x›'],
  // Blanks and blank lines are code, whatever the lines look like.
  ['See:\n```\n\n  1. a\n\tb)\n\n  Why?\n\n```', 'See: ‹⏎  1. a⏎\tb)⏎⏎  Why?⏎›'],
  // Indented with its marks, as below an option; less than that stays as it is.
  ['- this:\n  ```js\n  if (a) {\n    b()\n  }\nc\n  ```', '- this: ‹if (a) {⏎  b()⏎}⏎c›'],
  ['Tabs:\n\t```\n\tx\n\t\ty\n\t```', 'Tabs: ‹x⏎\ty›'],
  // More marks hold fewer.
  ['Is it code?\n````\n```\nx\n```\n````', 'Is it code? ‹```⏎x⏎```›'],
  ['```\na\n```\nand\n```\nb\n```', '‹a› and ‹b›'],
  ['```\na\n``` \t\n   ```C++\nb\n   ```', '‹a› ‹b›'],
  // Whoever marks one program has marked all.
  ['```\na\n```\nx = 3\n  y = 4', '‹a› x = 3⏎  y = 4'],
  ['```\n\n```\nWhat?', 'What?'],
  ['```\n```', '```⏎```'],
  // One that never ends is three marks, and takes no other block along.
  ['Say ```\n```\nno end', 'Say ```⏎```⏎no end'],
  ['```\na\n```\nb\n```\nc', '‹a› b⏎```⏎c'],
  ['```\na\n```c\nb\n```', '```⏎a ‹b›'],
  ['```int x = 3;\nWhat is x?\n```', '```int x = 3;⏎What is x?⏎```'],
  ['Is\n```x```\ncode?', 'Is⏎```x```⏎code?'],
  ['Three marks ``` and\n``` no end', 'Three marks ``` and⏎``` no end'],
  ['SELECT name\n  FROM t\n  WHERE 1 = 1', '‹SELECT name⏎  FROM t⏎  WHERE 1 = 1›'],
  ['x = 3\nprint(x)\nWhat is printed?', '‹x = 3⏎print(x)› What is printed?'],
  ['def f(x): return x', 'def f(x): return x'],
  ['Indented first\r\n\tthen so', 'Indented first ‹\tthen so›'],
])('finds the program in %j', (text, parts) => {
  expect(said(text)).toBe(parts)
})

it.each([
  'Which statements are true?\nI. Water boils at 100 °C;\nII. Ice floats;\nIII. Both',
  'Consider:\n  1. Asha is older than Bela.\n  2. Bela is older than Chand.',
  'Roses are red,\nviolets are blue.\nWho wrote this?',
  'A train leaves at 9.\n\nAnother leaves at 10. When do they meet?',
  'Assume this:\nx = 3 and y = 5, find their sum.',
  'Return the book to whom?\nfor the reader: nobody',
  '',
  'One line (only);',
])('leaves prose alone: %j', (text) => {
  expect(textParts(text).every((part) => part.kind === 'prose')).toBe(true)
})

it('keeps the word behind the first marks for a label', () => {
  expect(textParts('```python\nx\n```')).toEqual([{ kind: 'code', text: 'x', label: 'python' }])
  expect(textParts('``` c++ \nx\n```')).toEqual([{ kind: 'code', text: 'x', label: 'c++' }])
  expect(textParts('```\nx\n```')).toEqual([{ kind: 'code', text: 'x' }])
})

/** Code as ‹…›. */
const inline = (text: string) =>
  inlineParts(text)
    .map((part) => (part.kind === 'code' ? `‹${part.text}›` : part.text))
    .join('')

it.each([
  ['What is `x`?', 'What is ‹x›?'],
  ['`x`', '‹x›'],
  ['`a` or `b`, `c`', '‹a› or ‹b›, ‹c›'],
  ['`a``b`', '‹a``b›'],
  ['`` `a` ``', '‹`a`›'],
  ['``a`b``', '‹a`b›'],
  ['`` ` ``', '‹`›'],
  ['``` `` ```', '‹``›'],
  // Blanks are code where no backtick needs them.
  ['`  x  `', '‹  x  ›'],
  ['` `', '‹ ›'],
  ['`\tx`', '‹\tx›'],
  ['`a\\`b', '‹a\\›b'],
  ['`<b>` & `$x$`', '‹<b>› & ‹$x$›'],
  // Without its other half it is a backtick.
  ['The sign ` alone', 'The sign ` alone'],
  ["``quoted'' as `TeX`", "``quoted'' as ‹TeX›"],
  ['``', '``'],
  ['a``` b` c', 'a``` b` c'],
  // A slip costs its line only.
  ['one `\nand `two`', 'one `\nand ‹two›'],
  ['`one\ntwo`', '`one\ntwo`'],
  ['', ''],
])('finds the code within %j', (text, parts) => {
  expect(inline(text)).toBe(parts)
})

it.each([
  ['Which of `a` and ``b`c``?', 'Which of a and b`c?'],
  ['Read:\n```python\nif x:\n    y\n```\nWhat is `y`?', 'Read:\nif x:\n    y\nWhat is y?'],
  ['A ` alone', 'A ` alone'],
  ['no\n\ncode', 'no\n\ncode'],
  // A guessed program's backticks are its own.
  ['What?\nconst a = `x`;', 'What?\nconst a = `x`;'],
])('takes the marks away: %j', (text, words) => {
  expect(withoutCodeMarks(text)).toBe(words)
})

/** Numbers in a row that is the same each time (Lehmer's). */
function drawing(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}

const PIECES = ['`', '``', '```', '````', '\n', '\n```\n', '\n```c\n', ' ', '\t', 'a', 'B)', '1. ', '<i>', '\n  ```\n']

it('loses nothing but marks, labels and blanks around blocks', () => {
  const draw = drawing(7)
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: draw(16) }, () => PIECES[draw(PIECES.length)]).join('')
    const parts = textParts(text)
    const labels = parts.map(({ label = '' }) => label).join('')
    const within = (prose: string) => inlineParts(prose).map((part) => part.text)
    const drawn = parts.flatMap(({ kind, text }) => (kind === 'code' ? [text] : within(text)))
    const seen = drawn.join('')
    const signs = (all: string) => Array.from(all.replace(/[`\s]/g, '')).sort().join('')
    // An empty block has a label too.
    const empty = fencesIn(text.split('\n')).filter(({ lines }) => lines.join('').trim() === '')
    const unseen = parts.some(({ kind }) => kind === 'code') || seen !== text ? empty.map(({ label }) => label) : []
    expect(signs(seen + labels + unseen.join('')), JSON.stringify(text)).toBe(signs(text))
    // In its order, whatever stands around it.
    let at = 0
    for (const line of drawn.flatMap((each) => each.split('\n'))) {
      const word = line.trim()
      at = text.indexOf(word, at)
      expect(at, JSON.stringify([text, word])).toBeGreaterThanOrEqual(0)
      at += word.length
    }
  }
})

it('gives a block back line for line, whatever the lines are', () => {
  const draw = drawing(11)
  const lines = [
    '',
    '  ',
    'x',
    '\ty',
    '1. a',
    'A) b',
    '`c`',
    '``',
    '> d',
    '``` e g',
    '    f  ',
    'Answer: B',
    '# g',
    '$h$',
  ]
  for (let round = 0; round < 1000; round += 1) {
    const code = ['z', ...Array.from({ length: draw(7) }, () => lines[draw(lines.length)] ?? '')]
    const parts = textParts(['What?', '```', ...code, '```', 'So `x`.'].join('\n'))
    expect(parts).toEqual([
      { kind: 'prose', text: 'What?' },
      { kind: 'code', text: code.join('\n') },
      { kind: 'prose', text: 'So `x`.' },
    ])
  }
})
