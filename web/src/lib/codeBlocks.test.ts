/** Where a program begins and ends inside a question, on what the built-in generators and people write. */
import { expect, it } from 'vitest'
import { textParts } from './codeBlocks'

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
