/** Lists as people really paste them. */
import { describe, expect, it } from 'vitest'
import { parsePastedList, withoutQuestion } from './pastedList'

const short = (text: string) =>
  parsePastedList(text).map(({ text: question, options, answer, problems }) => ({
    question,
    options: options.join(' | '),
    answer,
    problems,
  }))

const CAPITAL = {
  question: 'Capital of France?',
  options: 'Lyon | Paris | Nice | Lille',
  answer: 'Paris',
  problems: [],
}
const PRIME = { question: 'Which is prime?', options: '4 | 6 | 7 | 9', answer: '7', problems: [] }

describe('reads', () => {
  it.each([
    [
      'numbered, lettered, with answer lines',
      '1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B\n\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C',
    ],
    [
      'without blank lines',
      'Q1) Capital of France?\na. Lyon\nb. Paris\nc. Nice\nd. Lille\nAns: b\nQ2) Which is prime?\na. 4\nb. 6\nc. 7\nd. 9\nAns: c',
    ],
    [
      'options in one line',
      '1. Capital of France?\nA) Lyon B) Paris C) Nice D) Lille\nAnswer: Paris\n2. Which is prime? (a) 4 (b) 6 (c) 7 (d) 9\nCorrect answer: (c)',
    ],
    [
      'two options in a line',
      '1. Capital of France?\nA) Lyon   B) Paris\nC) Nice   D) Lille\nAnswer: B\n2. Which is prime?\nA) 4  B) 6\nC) 7  D) 9\nAnswer: C',
    ],
    [
      'stars on the right option',
      '1. Capital of France?\nA) Lyon\n*B) Paris\nC) Nice\nD) Lille\n\n2. Which is prime?\nA) 4\nB) 6\nC) 7 *\nD) 9',
    ],
    ['plain lines', 'Capital of France?\nLyon\nParis\nNice\nLille\nAnswer: Paris\n\nWhich is prime?\n4\n6\n*7\n9'],
    [
      'plain lines with blank ones between questions only',
      'Capital of France?\nLyon\n*Paris\nNice\nLille\n\nWhich is prime?\n4\n6\n*7\n9',
    ],
    [
      'bullets',
      '1. Capital of France?\n- Lyon\n- Paris\n- Nice\n- Lille\nAnswer: B\n\n2. Which is prime?\n• 4\n• 6\n• 7 (correct)\n• 9',
    ],
    [
      'numbers on the options too',
      'Q1. Capital of France?\n1) Lyon\n2) Paris\n3) Nice\n4) Lille\nAnswer: 2\nQ2. Which is prime?\n1) 4\n2) 6\n3) 7\n4) 9\nAnswer: 7',
    ],
    [
      'what a chat program writes',
      '**1. Capital of France?**\n\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\n\n**Answer: B) Paris**\nExplanation: it is.\n\n**2. Which is prime?**\n\nA) 4\nB) 6\nC) 7\nD) 9\n\n**Answer:** C',
    ],
    [
      'lines from another system',
      '1.\u00a0Capital of France?\r\n\tA) Lyon\r\n\tB) Paris\r\n\tC) Nice\r\n\tD) Lille\r\nAnswer: B\r\n2. Which is prime?\r\nA) 4\r\nB) 6\r\nC) 7\r\nD) 9\r\nAnswer: C\r\n',
    ],
  ])('%s', (_, text) => {
    expect(short(text)).toEqual([CAPITAL, PRIME])
  })

  it.each([2, 3, 5, 6, 7, 8])('%i options, however they are marked', (count) => {
    const cities = ['Lyon', 'Paris', 'Nice', 'Lille', 'Metz', 'Brest', 'Nantes', 'Tours'].slice(0, count)
    const marked = (mark: (at: number) => string) => cities.map((city, at) => `${mark(at)}${city}`)
    const small = (at: number) => 'abcdefgh'[at]
    const capital = (at: number) => 'ABCDEFGH'[at]
    const ways = [
      marked((at) => `${capital(at)}) `).join('\n'),
      marked((at) => `${small(at)}. `).join('\n'),
      marked((at) => `(${small(at)}) `).join('\n\n'),
      marked((at) => `${capital(at)}) `).join('   '),
      marked((at) => `(${small(at)}) `).join(' '),
      marked(() => '- ').join('\n'),
      marked((at) => `${at + 1}) `).join('\n'),
    ]
    for (const way of ways) {
      const one = `1. Capital of France?\n${way}\nAnswer: Paris`
      const text = `${one}\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C`
      expect(short(text), text).toEqual([{ ...CAPITAL, options: cities.join(' | ') }, PRIME])
      expect(short(one.replace('Answer: Paris', 'Answer: B')), way).toEqual([
        { ...CAPITAL, options: cities.join(' | ') },
      ])
    }
    const beside = `1. Capital of France? ${marked((at) => `(${small(at)}) `).join(' ')}\nAnswer: ${small(1)}`
    expect(short(beside)).toEqual([{ ...CAPITAL, options: cities.join(' | ') }])
  })

  it.each([
    'Sky is blue.\nTrue\nFalse\nAnswer: True',
    'Sky is blue.\n*True\nFalse',
    '1. Sky is blue.\nTrue (correct)\nFalse',
    '1. Sky is blue.\nAnswer: True',
    '1. Sky is blue.\nAnswer: true',
    '1. Sky is blue.\nTrue / False\nAnswer: True',
    '1. Sky is blue.\nA) True\nB) False\nAnswer: A',
    '1. Sky is blue.\n(a) True (b) False\nAnswer: True',
    '1. Sky is blue. (a) True (b) False\nAnswer: a',
    '1. Sky is blue.\n- True\n- False\nAnswer: True',
    '1. Sky is blue.\n1) True\n2) False\nAnswer: 1',
  ])('true or false: %j', (text) => {
    const blue = { question: 'Sky is blue.', options: 'True | False', answer: 'True', problems: [] }
    expect(short(text)).toEqual([blue])
    expect(short(`${text}\n\nWhich is prime?\n4\n6\n*7\n9`)).toEqual([blue, PRIME])
  })

  it('false, and several statements in a row', () => {
    expect(short('1. One is two.\nAnswer: False\n2. Two is two.\nAnswer: True')).toEqual([
      { question: 'One is two.', options: 'True | False', answer: 'False', problems: [] },
      { question: 'Two is two.', options: 'True | False', answer: 'True', problems: [] },
    ])
  })

  it.each([
    [
      'another mark',
      'Which grows?\n*A) yeast\nB) moss\nC) fern\nD) tree\n\nE. coli is a\nA) fern\n*B) germ\nC) moss\nD) tree',
    ],
    [
      'options of its own',
      'Which grows?\n*A. yeast\nB. moss\nC. fern\nD. tree\n\nE. coli is a\nA. fern\n*B. germ\nC. moss\nD. tree',
    ],
    ['no blank before', 'Which grows?\n*A) yeast\nB) moss\nC) fern\nD) tree\nE. coli is a\n'],
  ])('four options and then a line that begins like a fifth, told apart by %s', (_, text) => {
    const all = parsePastedList(text)
    expect(all[0]?.options).toHaveLength(4)
    expect(all[1]?.text ?? 'E. coli is a').toBe('E. coli is a')
  })

  it('four numbered options and the next question, whatever its number', () => {
    for (const next of [2, 5]) {
      const text = `${next - 1}. Which is prime?\n1. 4\n2. 6\n3. 7 *\n4. 9\n${next}. Capital of France?\n1. Lyon\n2. Paris *\n3. Nice\n4. Lille`
      expect(short(text)).toEqual([PRIME, CAPITAL])
    }
  })

  it.each([
    ['', undefined],
    ['Explanation: it is the capital.', 'it is the capital.'],
    ['Solution: first\nthen\n', 'first\nthen'],
    ['Reason:\nint a = 3;\n\n', 'int a = 3;'],
    ['Explanation:', undefined],
  ])('an explanation below the answer, and the next question after it: %j', (lines, explanation) => {
    const all = parsePastedList(
      `1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B\n${lines}\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C`,
    )
    expect(all.map((question) => [question.text, question.explanation, question.problems])).toEqual([
      ['Capital of France?', explanation, []],
      ['Which is prime?', undefined, []],
    ])
  })

  it('questions and options of several lines', () => {
    const [question] = parsePastedList(
      '1. What does this print?\nint a = 3;\nprintf("%d", a++);\nA) 3, because the value\nis read first\nB) 4\nC) nothing\nD) an error\nAnswer: A\nDifficulty: Medium',
    )
    expect(question).toMatchObject({
      text: 'What does this print?\nint a = 3;\nprintf("%d", a++);',
      options: ['3, because the value is read first', '4', 'nothing', 'an error'],
      answer: '3, because the value is read first',
      difficulty: 'Medium',
      problems: [],
    })
  })

  it.each([
    ['lettered options', 'A) 1\n   B) 2\n   C) 3\n   D) 4'],
    ['plain options', '1\n   2\n   3\n   4'],
  ])('a program as far in as it was, with %s', (_, options) => {
    const [question] = parsePastedList(
      `1. What does it print?\n   for i in x:\n\tif i:\n            print(i)\n   ${options}\n   Answer: 2`,
    )
    expect(question?.text).toBe('What does it print?\nfor i in x:\n if i:\n         print(i)')
    expect(question?.options).toEqual(['1', '2', '3', '4'])
  })

  it('finds the answer in other quotes, dashes and blanks, and a power is no number', () => {
    const [quoted] = parsePastedList("1. Well?\nDon’t know\nYes\nNo\nA – B\nAnswer: don't  know")
    expect(quoted).toMatchObject({ answer: 'Don’t know', problems: [] })
    const [power] = parsePastedList('1. How many?\n2⁵\n25\n52\n5²\nAnswer: 25')
    expect(power).toMatchObject({ answer: '25', problems: [] })
  })

  it('keeps a star that belongs to the option when there is an answer line', () => {
    const [question] = parsePastedList('1. A pointer to char is\nA) char\nB) char *\nC) *char\nD) char &\nAnswer: B')
    expect(question).toMatchObject({ options: ['char', 'char *', '*char', 'char &'], answer: 'char *', problems: [] })
    const [other] = parsePastedList('1. A pointer to char is\nA) char\nB) char *\nC) char &\nD) char[]\nAnswer: char *')
    expect(other?.answer).toBe('char *')
  })

  it('a question that begins like an answer line', () => {
    const text =
      '1. One?\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: A\n\nKey of C major has\nA) no sharps\nB) one\nC) two\nD) three\nAnswer: A'
    expect(parsePastedList(text).map((question) => question.text)).toEqual(['One?', 'Key of C major has'])
  })

  it('a letter as letter where the options have letters, as text where they do not', () => {
    expect(parsePastedList('1. Grade?\nA) B\nB) A\nC) D\nD) C\nAnswer: A')[0]?.answer).toBe('B')
    expect(parsePastedList('Grade?\nB\nA\nD\nC\nAnswer: A')[0]?.answer).toBe('A')
  })

  it.each(['Marks: 2, -2/3', 'Marks = 2', 'Mark: +4, −1', 'Negative marks: 1/3', 'Points: 5 points', 'Score: 2.5'])(
    'marks beside a question, wherever they stand, as none of its words: %s',
    (said) => {
      const [first = '', ...others] =
        'Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B\nExplanation: So it is.'.split('\n')
      const next = '\n\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C'
      for (let at = 0; at <= others.length; at += 1) {
        for (const gap of ['', '\n']) {
          const lines = [`1. ${first}`, ...others.slice(0, at), `${gap}${said}`, ...others.slice(at)].join('\n')
          expect(short(lines + next), `after line ${at + 1}`).toEqual([CAPITAL, PRIME])
          const [one, two] = parsePastedList(lines + next)
          expect([one?.explanation, one?.marksSaid, two?.marksSaid]).toEqual(['So it is.', [said], []])
        }
      }
    },
  )

  it.each(['[2 marks]', '(1 mark)', '[Marks: 2]', '(2.5 points)', '[1/2 mark]'])(
    'marks behind the words of a question: %s',
    (said) => {
      const text = `1. Capital of France? ${said}\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B`
      expect(short(text)).toEqual([CAPITAL])
      expect(parsePastedList(text)[0]?.marksSaid).toEqual([said])
    },
  )

  it.each(['Marks: what is the plural?', 'Points of a compass (32)', 'Score: who won in [1983]?', 'f(2)'])(
    'as a question what only looks like marks: %s',
    (question) => {
      const [one] = parsePastedList(`1. ${question}\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: B`)
      expect([one?.text, one?.marksSaid]).toEqual([question, []])
    },
  )

  it.each([
    'Marks: २',
    'Marks: ２',
    'Marks: 2 - 1',
    'Marks: 2.5, -½',
    'Marks: +4 -1',
    'Mark: 1½',
    'Marks - 2',
    'Negative marks: ⅓',
    'Negative marks: 1⁄3',
    'Negative: 1/3',
    'Total marks: 4',
    '2 marks',
    '½ mark',
    'Correct: +4',
    'Wrong: -1',
    'Correct: +4, Wrong: -1',
    'Score: 3, -1',
    '[2 marks]',
    '(२ marks)',
    '[+4, -1]',
    '[Marks: 4, -1]',
  ])('marks on a line of their own, in whatever digits: %s', (said) => {
    const next = '\n\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C'
    const told = 'Answer: B\nDifficulty: Easy\nExplanation: So it is.'
    for (const options of [
      'A) Lyon\nB) Paris\nC) Nice\nD) Lille',
      '- Lyon\n- Paris\n- Nice\n- Lille',
      'Lyon\nParis\nNice\nLille',
    ]) {
      const begun = '1. Capital of France?'
      const places = [
        [begun, said, options, told],
        [begun, '', said, '', options, told],
        [begun, options, said, told],
        [begun, options, told.replace('\n', `\n${said}\n`)],
        [begun, options, told.replace('\nExpl', `\n${said}\nExpl`)],
        [begun, options, told, said],
      ]
      for (const place of places) {
        const text = place.join('\n') + next
        expect(short(text), text).toEqual([CAPITAL, PRIME])
        const [one, two] = parsePastedList(text)
        expect([one?.marksSaid, one?.explanation, two?.marksSaid], text).toEqual([[said], 'So it is.', []])
      }
    }
  })

  it.each([
    ['behind an option', '1. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9 [2 marks]\nAnswer: C', '[2 marks]'],
    ['behind the right option', '1. Which is prime?\nA) 4\nB) 6\nC) 7 (1 mark)\nD) 9\nAnswer: 7 (1 mark)', '(1 mark)'],
    ['before a star', '1. Which is prime?\nA) 4\nB) 6\nC) 9\nD) 7 (1 mark) *', '(1 mark)', '4 | 6 | 9 | 7'],
    ['behind a star', '1. Which is prime?\n4\n6\n9\n*7 [½ mark]', '[½ mark]', '4 | 6 | 9 | 7'],
    ['behind options in a line', '1. Which is prime? (a) 4 (b) 6 (c) 7 (d) 9 (2 marks)\nAnswer: c', '(2 marks)'],
    ['before options in a line', '1. Which is prime? [+4, -1] (a) 4 (b) 6 (c) 7 (d) 9\nAnswer: c', '[+4, -1]'],
    ['behind the answer', '1. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C [2 marks]', '[2 marks]'],
    ['behind the whole answer', '1. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C) 7 (2 marks)', '(2 marks)'],
    ['behind its text', '1. Which is prime?\n4\n6\n7\n9\nAnswer: 7 [२ marks]', '[२ marks]'],
    ['before the text', '1. [2 marks] Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C', '[2 marks]'],
    ['before the number', '[2 marks] 1. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C', '[2 marks]'],
    ['before no number', '[2 marks] Which is prime?\n4\n6\n7\n9\nAnswer: 7', '[2 marks]'],
    ['on the line of the number', '1. [2 marks]\nWhich is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C', '[2 marks]'],
    ['in another script', '1. Which is prime? [२ marks]\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C', '[२ marks]'],
    ['with a sign of a fraction', '1. Which is prime? [½ mark]\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C', '[½ mark]'],
    ['as two amounts', '1. Which is prime? [+4, -1]\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C', '[+4, -1]'],
    ['as two amounts with a slash', '1. Which is prime? (+4/−1)\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C', '(+4/−1)'],
  ])('marks in brackets %s', (_, text, said, options = PRIME.options) => {
    expect(short(text)).toEqual([{ ...PRIME, options }])
    expect(parsePastedList(text)[0]?.marksSaid).toEqual([said])
  })

  it.each([
    '1. Sky is blue. [2 marks]\nAnswer: True',
    '1. Sky is blue.\nAnswer: True [2 marks]',
    '1. Sky is blue.\nTrue / False [2 marks]\nAnswer: True',
    '1. Sky is blue.\nTrue\nFalse [2 marks]\nAnswer: True',
    '1. Sky is blue.\n*True\nFalse [2 marks]',
    '1. Sky is blue.\n[2 marks]\nTrue\nFalse\nAnswer: True',
    '1. Sky is blue.\nTrue\nFalse\n[2 marks]\nAnswer: True',
    '1. Sky is blue.\n[2 marks]\nAnswer: True',
    '1. Sky is blue. (a) True (b) False [2 marks]\nAnswer: a',
  ])('marks of what is true or false: %j', (text) => {
    const blue = { question: 'Sky is blue.', options: 'True | False', answer: 'True', problems: [] }
    expect(short(`${text}\n\nWhich is prime?\n4\n6\n*7\n9`)).toEqual([blue, PRIME])
    expect(parsePastedList(text)[0]?.marksSaid).toEqual(['[2 marks]'])
  })

  it('the difficulty without the marks behind it', () => {
    const [one] = parsePastedList('1. One?\nA) 1\nB) 2\nAnswer: A\nDifficulty: Easy [2 marks]')
    expect([one?.difficulty, one?.marksSaid]).toEqual(['Easy', ['[2 marks]']])
  })

  it('several lines of marks in a row', () => {
    const text = '1. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C\nCorrect: +4\nWrong: -1\nExplanation: It is.'
    expect(short(text)).toEqual([PRIME])
    expect(parsePastedList(text)[0]).toMatchObject({ marksSaid: ['Correct: +4', 'Wrong: -1'], explanation: 'It is.' })
  })

  it.each([
    [
      'numbers between lines',
      '1. A student got\nMarks: 5, 3, 9\nWhat is their mean?\nA) 1\nB) 2\nAnswer: A',
      3,
      '1 | 2',
    ],
    ['one number between lines', '1. A student got\nMarks: 5\nWhat is lost?\nA) 1\nB) 2\nAnswer: A', 3, '1 | 2'],
    ['above plain options', '1. A student got\nMarks: 5\nWhat is lost?\n1\n2\n3\n4\nAnswer: 3', 3, '1 | 2 | 3 | 4'],
    ['in brackets', '1. A student got\n[5 marks]\nWhat is lost?\n1\n2\n3\n4\nAnswer: 3', 3, '1 | 2 | 3 | 4'],
    ['three before the options', '1. What is the mean?\nMarks: 5, 3, 9\nA) 1\nB) 2\nAnswer: A', 2, '1 | 2'],
    ['a result', '1. Who won?\nScore: 3 - 2\nA) we\nB) they\nAnswer: A', 2, 'we | they'],
    ['a question about marks', '1. What are the marks: 5 + 3?\nA) 8\nB) 9\nAnswer: A', 1, '8 | 9'],
    ['who wrote it', '1. Full marks: who wrote it?\nA) we\nB) they\nAnswer: A', 1, 'we | they'],
    ['a point', '1. How far is (+4, -1)\nA) 8\nB) 9\nAnswer: A', 1, '8 | 9'],
    [
      'plain options',
      '1. Most?\nMarks: 10\nMarks: 20\nMarks: 30\nMarks: 40\nAnswer: Marks: 40',
      1,
      'Marks: 10 | Marks: 20 | Marks: 30 | Marks: 40',
    ],
    [
      'plain options with a star',
      '1. Most?\n1 mark\n2 marks\n3 marks\n*4 marks',
      1,
      '1 mark | 2 marks | 3 marks | 4 marks',
    ],
    [
      'plain options below two lines',
      '1. Most?\nSay!\n1 mark\n2 marks\n3 marks\n*4 marks',
      2,
      '1 mark | 2 marks | 3 marks | 4 marks',
    ],
    ['one plain option', '1. Most?\nnone\nMarks: 20\nall\nhalf\nAnswer: all', 1, 'none | Marks: 20 | all | half'],
    ['the first plain option', '1. Most?\nMarks: 20\nnone\nall\nhalf\nAnswer: all', 1, 'Marks: 20 | none | all | half'],
    ['the last plain option', '1. Most?\nnone\nall\nhalf\nMarks: 20\nAnswer: all', 1, 'none | all | half | Marks: 20'],
    ['an option', '1. How many?\nA) 1 mark\nB) 2 marks\nC) (3 marks)\nAnswer: B', 1, '1 mark | 2 marks | (3 marks)'],
    ['behind several options', '1. Which?\nA) x (1 mark)\nB) y (2 marks)\nAnswer: B', 1, 'x (1 mark) | y (2 marks)'],
    ['the answer too', '1. Which?\nA) x (1 mark)\nB) x (2 marks)\nAnswer: x (2 marks)', 1, 'x (1 mark) | x (2 marks)'],
    ['what tells two apart', '1. Which?\nA) x\nB) x (2 marks)\nAnswer: B', 1, 'x | x (2 marks)'],
    ['an option among marks', '1. Which marks?\nA) x\nB) y (2 marks)\nC) z\nAnswer: C', 1, 'x | y (2 marks) | z'],
    [
      'below each option',
      '1. Who?\nA) one with\nMarks: 3\nB) one with\nMarks: 4\nAnswer: B',
      1,
      'one with Marks: 3 | one with Marks: 4',
    ],
    [
      'within an option',
      '1. Who?\nA) one with\nMarks: 3\nor more\nB) none\nAnswer: B',
      1,
      'one with Marks: 3 or more | none',
    ],
  ])('data that look like marks as data: %s', (_, text, lines, options) => {
    const all = parsePastedList(text)
    expect(all).toHaveLength(1)
    expect(all[0]?.text).toBe(text.replace('1. ', '').split('\n').slice(0, lines).join('\n'))
    expect(all[0]).toMatchObject({ problems: [], marksSaid: [] })
    expect(all[0]?.options.join(' | ')).toBe(options)
  })

  it('data of an explanation', () => {
    for (const said of ['Marks: 3\nis what he got.', 'Marks: 3\nMarks: 4']) {
      const text = `1. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C\nExplanation: Well,\n${said}`
      expect(parsePastedList(text)[0]).toMatchObject({ explanation: `Well,\n${said}`, marksSaid: [] })
    }
  })

  it('marks below plain options with a star, before a blank line', () => {
    const text = 'Capital of France?\nLyon\n*Paris\nNice\nLille\nMarks: 2\n\nWhich is prime?\n4\n6\n*7\n9\nMarks: 3'
    expect(short(text)).toEqual([CAPITAL, PRIME])
    expect(parsePastedList(text).map(({ marksSaid }) => marksSaid)).toEqual([['Marks: 2'], ['Marks: 3']])
  })

  it('marks below an explanation and above the next question, of the same name', () => {
    const text = `1. One?\nA) 1\nB) 2\nAnswer: A\nExplanation: So.\nMarks: 2\n\nMarks: 3\n2. Two?\nA) 1\nB) 2\nAnswer: B`
    expect(parsePastedList(text)).toMatchObject([
      { explanation: 'So.', marksSaid: ['Marks: 2'], problems: [] },
      { text: 'Two?', marksSaid: ['Marks: 3'], problems: [] },
    ])
  })

  it.each(['Score: 3 - 2', 'Score: 3'])('a question after another that looks like marks: %s', (question) => {
    const one = '1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B\n\n'
    const other = { question, options: 'we | they | all | none', answer: 'we', problems: [] }
    expect(short(`${one}${question}\nA) we\nB) they\nC) all\nD) none\nAnswer: A`)).toEqual([CAPITAL, other])
    expect(short(`${one}${question}\nwe\nthey\nall\nnone\nAnswer: we`)).toEqual([CAPITAL, other])
    expect(short(`${question}\nA) we\nB) they\nC) all\nD) none\nAnswer: A`)).toEqual([other])
  })

  it.each([
    ['numbered', '1. Capital of France?', '2. Which is prime?', '\n\n'],
    ['numbered, without blank lines', '1. Capital of France?', '2. Which is prime?', '\n'],
    ['with the word', 'Question: Capital of France?', 'Question: Which is prime?', '\n\n'],
    ['not numbered', 'Capital of France?', 'Which is prime?', '\n\n'],
  ])('marks above their question as its own, %s', (_, first, second, gap) => {
    const capital = `${first}\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B`
    const prime = `${second}\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C`
    const both = `Marks: 2\n${capital}${gap}Marks: 3\nNegative: 1\n${prime}`
    for (const text of [both, both.replace('Marks: 2\n', '')]) {
      expect(short(text)).toEqual([CAPITAL, PRIME])
      const [one, two] = parsePastedList(text)
      expect([one?.marksSaid, two?.marksSaid]).toEqual([text === both ? ['Marks: 2'] : [], ['Marks: 3', 'Negative: 1']])
      if (one) expect(withoutQuestion(text, one)).toBe(`Marks: 3\nNegative: 1\n${prime}`)
    }
  })

  it('marks at the end of each question as its own, without blank lines', () => {
    const text =
      '1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B\nMarks: 2\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C\nMarks: 3'
    expect(short(text)).toEqual([CAPITAL, PRIME])
    expect(parsePastedList(text).map(({ marksSaid }) => marksSaid)).toEqual([['Marks: 2'], ['Marks: 3']])
  })

  it('long lines of blanks and brackets at once', () => {
    const blanks = ' '.repeat(3000)
    const text = `1. One ${'('.repeat(3000)} (${blanks}x\n[${blanks}2\nA) 1 (${blanks}\nB) 2\nAnswer: A (${blanks}.`
    expect(parsePastedList(text)).toHaveLength(1)
  })

  it('nothing out of nothing', () => {
    expect(parsePastedList(' \n\n')).toEqual([])
  })
})

describe('says what is wrong', () => {
  it.each([
    ['1. One?\nA) 1\nB) 2\nC) 3\nAnswer: B', []],
    ['1. One?\nA) 1\nAnswer: A', ['1 option found, two to eight are needed']],
    ['1. One?', ['No options found, two to eight are needed']],
    [
      `1. One?\n${[...'ABCDEFGHI'].map((letter) => `${letter}) is ${letter}`).join('\n')}\nAnswer: B`,
      ['9 options found, two to eight are needed'],
    ],
    ['1. One?\nA) 1\nB) 2\nD) 4\nAnswer: B', ['Option C is missing']],
    ['1. One?\nA) 1\nB) 2\nC) 3  d) 4\nAnswer: B', ['Option D is missing']],
    ['1. One?\nA) 1\nB) 2\nC) 3\nD) 4\nE) 5\nG) 7\nAnswer: B', ['Option F is missing']],
    ['1. One?\n- 1\n- 2\n- 3\n4\nAnswer: 2', ['“4” stands below an option and has no bullet']],
    ['1. One?\nA) 1\nB) 1\nAnswer: A', ['Options A and B say the same']],
    ['1. One?\nA) 1\nB) 2\nC) 3\nD) 4', ['No answer: add a line “Answer: B” or a star on the right option']],
    ['1. One?\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: five', ['The answer “five” is none of the options']],
    ['1. One?\nA) 1\nB) 2\nC) 1\nD) 4\nAnswer: B', ['Options A and C say the same']],
  ])('%j', (text, problems) => {
    expect(parsePastedList(text)[0]?.problems).toEqual(problems)
  })

  it('at the question, and leaves the others alone', () => {
    const text = '1. One?\nA) 1\nB) 2\nC) 3\n2. Two?\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: B'
    const [one, two] = parsePastedList(text)
    expect(one?.problems).toHaveLength(1)
    expect(two?.problems).toEqual([])
    expect([one?.from, one?.to, two?.from]).toEqual([0, 3, 4])
  })
})

/** What a list without letters is read as: its options and answer, or what it asks about. */
const outcome = (text: string) => {
  const [one, ...more] = parsePastedList(text)
  if (!one || more.length > 0) return `${more.length + (one ? 1 : 0)} questions`
  const right = one.rightPlaces?.map((at) => one.options[at]).join(' & ') ?? one.answer
  return one.problems.length > 0 ? `asks: ${one.problems.join('; ')}` : `${one.options.join(' | ')} = ${right}`
}
const asks = (line: string) => `asks: Is “${line}” an option? Put A), B) … before the options`

describe('plain lines', () => {
  it.each([
    [
      'five below a whole question',
      'Which is second?\nMercury\nVenus\nEarth\nMars\nJupiter\nAnswer: B',
      'Mercury | Venus | Earth | Mars | Jupiter = Venus',
    ],
    [
      'five, the last with a star',
      'Which is largest?\nMercury\nVenus\nEarth\nMars\n*Jupiter',
      'Mercury | Venus | Earth | Mars | Jupiter = Jupiter',
    ],
    [
      'six, the first with a star',
      'Which is nearest?\n*Mercury\nVenus\nEarth\nMars\nJupiter\nSaturn',
      'Mercury | Venus | Earth | Mars | Jupiter | Saturn = Mercury',
    ],
    [
      'eight',
      'Which is last?\n1st\n2nd\n3rd\n4th\n5th\n6th\n7th\n8th\nAnswer: H',
      '1st | 2nd | 3rd | 4th | 5th | 6th | 7th | 8th = 8th',
    ],
    [
      'five below a blank to fill',
      'The second is ____.\nMercury\nVenus\nEarth\nMars\nJupiter\nAnswer: 2',
      'Mercury | Venus | Earth | Mars | Jupiter = Venus',
    ],
    [
      'five below a choice',
      'Choose the second planet:\nMercury\nVenus\nEarth\nMars\nJupiter\nAnswer: Venus',
      'Mercury | Venus | Earth | Mars | Jupiter = Venus',
    ],
    [
      'five below marks',
      'Which is second?\n[2 marks]\nMercury\nVenus\nEarth\nMars\nJupiter\nAnswer: B',
      'Mercury | Venus | Earth | Mars | Jupiter = Venus',
    ],
    [
      'five, and the answer names the fifth',
      'The largest is\nMercury\nVenus\nEarth\nMars\nJupiter\nAnswer: E',
      'Mercury | Venus | Earth | Mars | Jupiter = Jupiter',
    ],
    [
      'five, and the answer names the first',
      'The nearest is\nMercury\nVenus\nEarth\nMars\nJupiter\nAnswer: Mercury',
      'Mercury | Venus | Earth | Mars | Jupiter = Mercury',
    ],
    ['five below half a sentence', 'The second is\nMercury\nVenus\nEarth\nMars\nJupiter\nAnswer: B', asks('Mercury')],
    [
      'five below half a sentence, a star on the last',
      'The largest is\nMercury\nVenus\nEarth\nMars\n*Jupiter',
      asks('Mercury'),
    ],
    [
      'six below half a sentence',
      'The second is\nMercury\nVenus\nEarth\nMars\nJupiter\nSaturn\nAnswer: B',
      asks('Mercury'),
    ],
    ['a word and four numbers', 'How many vowels has the word?\nbanana\n1\n2\n3\n4\nAnswer: 3', asks('banana')],
    ['what is given and two', 'Consider the word:\nbanana\nred\n*yellow', asks('banana')],
    ['what this is about and two', 'What does this mean?\nbonjour\nnight\nday\nAnswer: C', asks('bonjour')],
    ['what is given and four', 'Consider the word:\nbanana\nred\nblue\npink\ngreen\nAnswer: B', asks('banana')],
    [
      'what this is about and four',
      'What does this mean?\nbonjour\nnight\nday\nhello\nbye\nAnswer: C',
      asks('bonjour'),
    ],
    [
      'a hint and four',
      'Which is the capital?\nThink of the long river there\nLyon\nParis\nNice\nLille\nAnswer: B',
      asks('Think of the long river there'),
    ],
    [
      'five below a block of code',
      'What does this print?\n```\nx\n```\nMercury\nVenus\n*Earth\nMars\nJupiter',
      'Mercury | Venus | Earth | Mars | Jupiter = Earth',
    ],
    ['three below a block of code', 'What does this print?\n```\nx\n```\n1\n2\n*3', '1 | 2 | 3 = 3'],
    ['a line further in and four', 'Who wrote it?\n   Two roads\nFrost\nYeats\n*Eliot\nPound', asks('Two roads')],
    ['four, the first further in', 'Which?\n   Lyon\nParis\n*Nice\nLille', 'Lyon | Paris | Nice | Lille = Nice'],
    [
      'half a sentence and four',
      'The capital\nand largest city is\nLyon\n*Paris\nNice\nLille',
      'Lyon | Paris | Nice | Lille = Paris',
    ],
    ['nine', 'Which?\na1\nb2\nc3\nd4\ne5\nf6\ng7\nh8\ni9\nAnswer: B', asks('a1')],
    ['three below a question of two lines', 'A train leaves at 5.\nWhen does it arrive?\n6\n*7\n8', '6 | 7 | 8 = 7'],
    [
      'two below a question of two lines',
      'A train leaves at 5.\nWhen does it arrive?\nat 6\nat 7\nAnswer: B',
      'at 6 | at 7 = at 7',
    ],
    [
      'five below a question of two lines',
      'A train leaves at 5.\nWhen does it arrive?\n6\n*7\n8\n9\n10',
      '6 | 7 | 8 | 9 | 10 = 7',
    ],
    ['three below half a line', 'A train leaves at 5.\nIt arrives at\n6\n*7\n8', asks('It arrives at')],
    [
      'three below a line that goes on',
      'A train that leaves at 5\nand takes an hour arrives at\n6\n*7\n8',
      asks('and takes an hour arrives at'),
    ],
    ['a call and three', 'What is printed?\nprint(1 + 1)\n1\n2\n11\nAnswer: 2', asks('print(1 + 1)')],
    ['two lines of a program and two', 'What is printed?\nx = 1\nprint(x)\none\ntwo\nAnswer: one', asks('x = 1')],
    ['one option that asks', 'Which is a question?\nGo\nStop\n*Why?\nNo', asks('Why?')],
    ['the last option asks', 'Which is a question?\nGo\nStop\nNo\n*Why?', asks('Why?')],
    [
      'four options that ask',
      'Which is polite?\nWhat?\nHow?\n*Could you?\nWho?',
      'What? | How? | Could you? | Who? = Could you?',
    ],
    ['three with a star', 'Which is prime?\n4\n*7\n9', '4 | 7 | 9 = 7'],
    ['three with a letter', 'Which is prime?\n4\n7\n9\nAns - B', '4 | 7 | 9 = 7'],
    ['three with an answer', 'Which is prime?\n4\n7\n9\nAnswer: 7', '4 | 7 | 9 = 7'],
    ['two with a star', 'Which is prime?\n4\n*7', '4 | 7 = 7'],
    ['three with the star on the first', 'The prime is\n*7\n8\n9', '7 | 8 | 9 = 7'],
  ])('%s', (_, text, expected) => {
    expect(outcome(`1. ${text}`)).toBe(expected)
    expect(outcome(text)).toBe(expected)
  })

  it.each([
    ['True', 'False', 'Not given'],
    ['Yes', 'No', 'Maybe'],
    ['True', 'False', 'Cannot say'],
    ['सत्य', 'असत्य', 'पता नहीं'],
    ['True', 'False', 'It depends'],
  ])('%s, %s and %s', (yes, no, other) => {
    for (const first of ['Water is wet.', 'Is water wet?', 'Water', 'Read this:\nWater is wet.']) {
      const text = `1. ${first}\n${yes}\n${no}\n${other}\n`
      expect(outcome(`${text}Answer: ${yes}`), text).toBe(`${yes} | ${no} | ${other} = ${yes}`)
      expect(outcome(text.replace(`\n${no}`, `\n*${no}`)), text).toBe(`${yes} | ${no} | ${other} = ${no}`)
      expect(outcome(`${text}Answer: C`), text).toBe(`${yes} | ${no} | ${other} = ${other}`)
    }
  })

  it.each([
    ['True', 'False'],
    ['False', 'True'],
    ['Yes', 'No'],
    ['सत्य', 'असत्य'],
    ['सही', 'गलत'],
    ['हाँ', 'नहीं'],
  ])('%s and %s below other lines', (one, other) => {
    const pair = `${one}\n${other}`
    for (const key of [`Answer: ${other}`, 'Answer: B', 'Answer: 2', `Ans - ${other}`]) {
      for (const before of [
        'Water is wet.',
        'Water\nis wet',
        'Read:\nWater is wet.\nIce is cold.',
        'Consider:\nx = 3\nprint(x == 3)',
        'Read:\nWater is wet.\nIce is cold.\nIs that right?',
        'Water is wet\nand ice is cold\nand snow is white.\nIs that right?',
      ]) {
        expect(outcome(`1. ${before}\n${pair}\n${key}`), before).toBe(`${one} | ${other} = ${other}`)
      }
      expect(outcome(`1. Which?\nboth\nnone\n${pair}\n${key}`)).toBe(asks('both'))
      expect(outcome(`1. Read\nwater\nwet\n${pair}\n${key}`)).toBe(asks('water'))
      expect(outcome(`1. Which?\nnone\n${pair}\n${key}`)).toBe(asks('none'))
    }
    expect(outcome(`1. Which?\nboth\nnone\n${pair}\nAnswer: none`)).toBe(`both | none | ${one} | ${other} = none`)
    expect(outcome(`1. Which?\nboth\nnone\n${pair}\nAnswer: D`)).toBe(`both | none | ${one} | ${other} = ${other}`)
    expect(outcome(`1. Which?\n*none\n${pair}`)).toBe(`none | ${one} | ${other} = none`)
  })

  it.each([
    ['Sky is blue.\nAnswer: T', 'True | False = True'],
    ['Sky is green.\nAnswer: F', 'True | False = False'],
    ['Sky is green.\nAnswer: F.', 'True | False = False'],
    ['Sky is blue.\nAnswer: true.', 'True | False = True'],
    ['Sky is blue.\nAns - True', 'True | False = True'],
    ['Sky is blue.\nTrue\nFalse\nAnswer: T', 'True | False = True'],
    ['Sky is green.\nTrue\nFalse\nAnswer: F', 'True | False = False'],
    ['Sky is green.\nA) True\nB) False\nAnswer: F', 'True | False = False'],
    ['Sky is green.\nFalse\nTrue\nAns: T', 'False | True = True'],
    ['Sky is blue.\nTrue / False\nAnswer: T', 'True | False = True'],
    ['Is the sky blue?\nAnswer: Yes', 'Yes | No = Yes'],
    ['Is the sky blue?\nYes\nNo\nAnswer: Y', 'Yes | No = Yes'],
    ['Is the sky blue?\n*Yes\nNo', 'Yes | No = Yes'],
    ['Is the sky green?\nYes / No\nAnswer: No', 'Yes | No = No'],
    ['आकाश नीला है।\nAnswer: सत्य', 'सत्य | असत्य = सत्य'],
    ['Which?\n☐ Lyon\n☑ Paris\n☐ Nice', 'Lyon | Paris | Nice = Paris'],
    ['Which?\n☐ Lyon\n☒ Paris', 'Lyon | Paris = Paris'],
    ['Which?\n☑ Lyon\n☑ Paris\n☐ Nice', 'Lyon | Paris | Nice = Lyon & Paris'],
    ['Which?\n☐ Lyon\n☐ Paris\n☐ Nice\nAnswer: B', 'Lyon | Paris | Nice = Paris'],
    ['Which?\n- [ ] Lyon\n- [x] Paris\n- [ ] Nice', 'Lyon | Paris | Nice = Paris'],
    ['Which?\n☐ A) Lyon\n☑ B) Paris\n☐ C) Nice', 'Lyon | Paris | Nice = Paris'],
  ])('%j', (text, expected) => {
    expect(outcome(`1. ${text}`)).toBe(expected)
  })

  it.each(['Which letter follows E?\nAnswer: F', 'What is the chemical sign?\nAnswer: F'])('no truth in %j', (text) => {
    expect(outcome(`1. ${text}`)).toMatch(/^asks: No options found/)
  })

  it('says what helps where it finds none', () => {
    expect(outcome('1. The capital\nLyon\nParis')).toBe(
      'asks: No options found, two to eight are needed: put A), B) … before them',
    )
  })

  it('asks about a star in the question and about a question among the options', () => {
    expect(outcome('Which is prime?\n4\n*7\n9\n\nThe capital is\nLyon\n*Paris\nNice\nLille')).toMatch(/^asks: /)
    expect(outcome('Which is prime?\n4\n6\n7\n9\nCapital of France?\nLyon\nParis\nNice\nLille\nAnswer: B')).toMatch(
      /^asks: /,
    )
  })

  it('three with a star, and the next question below a blank line', () => {
    expect(short('Which is prime?\n4\n*7\n9\n\nCapital of France?\nLyon\n*Paris\nNice\nLille')).toEqual([
      { ...PRIME, options: '4 | 7 | 9' },
      CAPITAL,
    ])
  })
})

describe('options with letters', () => {
  const five = 'one | two | three | four | five'
  it.each([
    ['two columns of small letters', '(a) one (b) two\n(c) three (d) four\n(e) five\nAns: (e)', `${five} = five`],
    ['three columns', 'a) one  b) two  c) three\nd) four  e) five\nAns: d', `${five} = four`],
    ['three in two columns', '(a) one (b) two\n(c) three\nAns: c', 'one | two | three = three'],
    ['four in two columns', 'a. one  b. two\nc. three  *d. four', 'one | two | three | four = four'],
    [
      'a letter within a small option',
      '(a) where (b) holds\n(b) none\n(c) all\nAns: b',
      'where (b) holds | none | all = none',
    ],
    [
      'a fifth with another dot',
      'A) one\nB) two\nC) three\nD) four\nE. none of these\nAnswer: A',
      'one | two | three | four | none of these = one',
    ],
    [
      'a small fifth',
      'A) one\nB) two\nC) three\nD) four\ne) none of these\nAnswer: E',
      'one | two | three | four | none of these = none of these',
    ],
    ['a fifth that is the answer', 'A) one\nB) two\nC) three\nD) four\n(e) five\nAnswer: (e)', `${five} = five`],
    ['a starred fifth', 'A) one\nB) two\nC) three\nD) four\n*e) five', `${five} = five`],
    ['a fifth below a blank line', 'A) one\nB) two\nC) three\nD) four\n\nE) five\nAnswer: E', `${five} = five`],
    ['a fifth below a blank line, at the end', 'A) one\n*B) two\nC) three\nD) four\n\nE) five', `${five} = two`],
    [
      'two below blank lines',
      'A) one\nB) two\nC) three\nD) four\n\nE) five\n\nF) six\nAnswer: F',
      `${five} | six = six`,
    ],
    [
      'a lost fifth',
      'A) one\nB) two\nC) three\nD) four\nF) six\nAnswer: A',
      'asks: “F) six” stands in option D: is it an option of its own?',
    ],
    [
      'a letter twice',
      'A) one\nB) two\nC) three\nD) four\nD) five\nAnswer: D',
      'asks: “D) five” stands in option D: is it an option of its own?',
    ],
    [
      'a fifth that may be a name',
      'A) one\nB) two\nC) three\nD) by\nE. Zola\nAnswer: A',
      'asks: “E. Zola” stands in option D: is it an option of its own?',
    ],
    [
      'a small sixth',
      'A) one\nB) two\nC) three\nD) four\nf) six\nAnswer: A',
      'asks: “f) six” stands in option D: is it an option of its own?',
    ],
    ['a letter twice among three', 'A) one\nB) two\nB) three\nAnswer: B', 'asks: Option C is missing'],
    [
      'a fifth in the line of the fourth',
      'A) one\nB) two\nC) three\nD) four  e) five\nAnswer: A',
      'asks: Option E is missing',
    ],
    [
      'initials',
      'A) one\nB) two\nC) three\nD) by\nE. M. Forster\nAnswer: A',
      'one | two | three | by E. M. Forster = one',
    ],
    [
      'a plain line below four bullets',
      '- one\n- two\n- three\n- four\nfive\nAnswer: A',
      'asks: “five” stands below an option and has no bullet',
    ],
  ])('%s', (_, text, expected) => {
    expect(outcome(`1. Which?\n${text}`)).toBe(expected)
  })
})

describe('whatever is pasted', () => {
  const marked = [
    (at: number) => `${'ABCDEFGHIJ'[at]}) `,
    (at: number) => `(${'abcdefghij'[at]}) `,
    (at: number) => `${at + 1}) `,
    () => '- ',
    () => '☐ ',
    () => '',
  ]
  const lists = [1, 2].flatMap((head) =>
    [1, 2, 3, 4, 5, 6, 8, 10].flatMap((many) =>
      marked.flatMap((mark) =>
        ['?', ':', ''].flatMap((end) => [0, 1, many - 1].map((right) => ({ head, many, mark, end, right }))),
      ),
    ),
  )

  it('stands every line in exactly one place', () => {
    for (const { head, many, mark, end, right } of lists) {
      const question = Array.from({ length: head }, (_, at) => `<ask${at}>${at === head - 1 ? end : ''}`)
      const options = Array.from({ length: many }, (_, at) => `${mark(at)}<option${at}>`)
      const text = [`1. ${question.join('\n')}`, ...options, `Answer: <option${right}>`, 'Explanation: <why>'].join(
        '\n',
      )
      const read = parsePastedList(text)
      const parts = read.flatMap((one) => [one.text, ...one.options, one.explanation ?? '', ...one.marksSaid])
      const words = parts.join('\n').match(/<\w+>/g)
      const lines = [...question, ...options].map((line) => /<\w+>/.exec(line)?.[0])
      if (read.length === 1) expect(words?.toSorted(), text).toEqual([...lines, '<why>'].toSorted())
    }
  })

  it('keeps the options that were written where nothing is asked', () => {
    for (const { head, many, mark, end, right } of lists) {
      // Four plain lines are the options, whatever stands above them.
      if (mark(0) === '' && (head > 1 || many > 8)) continue
      const question = Array.from({ length: head }, (_, at) => `ask${at}${at === head - 1 ? end : ''}`)
      const options = Array.from({ length: many }, (_, at) => `choice ${'pqrstuvwxy'[at]}`)
      const lines = options.map((option, at) => `${at === right ? '*' : ''}${mark(at)}${option}`)
      const read = parsePastedList(`1. ${question.join('\n')}\n${lines.join('\n')}`)
      if (read.some((one) => one.problems.length > 0)) continue
      expect(read.map((one) => one.options)).toEqual([options])
      expect(read[0]?.answer).toBe(options[right])
    }
  })
})

it('leaves one question out of the text', () => {
  const text = '1. One?\nA) 1\n\n2. Two?\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: B\n'
  const [one] = parsePastedList(text)
  if (!one) throw new Error('nothing was read')
  expect(withoutQuestion(text, one)).toBe('2. Two?\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: B\n')
})

describe('code in a pasted list', () => {
  const PROGRAM = [
    '```python',
    'def f(x):',
    '    if x:',
    '',
    '        return 1',
    'A) no option',
    '2. no question',
    '```',
  ]

  it('keeps the lines of a block as they are', () => {
    const text = ['1. What does it give?', ...PROGRAM, 'A) `1`', 'B) ``a`b``', 'C) *', 'D) None', 'Answer: B'].join(
      '\n',
    )
    const [one, ...more] = parsePastedList(`${text}\n\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C`)
    expect(one).toMatchObject({
      text: ['What does it give?', ...PROGRAM].join('\n'),
      options: ['`1`', '``a`b``', '*', 'None'],
      answer: '``a`b``',
      problems: [],
      from: 0,
      to: 13,
    })
    expect(more).toMatchObject([{ text: 'Which is prime?', answer: '7', problems: [], from: 15, to: 20 }])
  })

  it.each([
    'A) x',
    'b. x',
    '(C) x',
    '7. Next?',
    'Q8: Next?',
    'Answer: B',
    'Explanation: none',
    'Difficulty: Easy',
    '[2 marks]',
    'Marks: 3',
    '* x',
    '- x',
    '',
    '   ',
    '\tx',
    'True',
    '**bold** # x',
    '# heading',
  ])('takes %j inside a block for code', (line) => {
    for (const around of [[line], ['', line, ''], [line, line, line, line, line]]) {
      const block = ['```', ...around, '```']
      const text = ['1. Read:', ...block, 'What is it?', 'A) one', 'B) two', 'C) three', 'Answer: C'].join('\n')
      expect(short(text)).toEqual([
        {
          question: ['Read:', ...block, 'What is it?'].join('\n'),
          options: 'one | two | three',
          answer: 'three',
          problems: [],
        },
      ])
    }
  })

  it('reads blocks as options and explanations, behind their marks or below them', () => {
    const text = [
      '1. Which prints 1?',
      'A) ```c',
      '   if (x) {',
      '     puts("1");',
      '   }',
      '   ```',
      'B) This:',
      '```',
      'B) print(1)',
      '',
      '    print(2)',
      '```',
      '*C) ```',
      'x',
      '```',
      'D) none',
      'Explanation: because',
      '```',
      'A) no option',
      '```',
      'of that.',
    ].join('\n')
    expect(parsePastedList(text)).toMatchObject([
      {
        text: 'Which prints 1?',
        options: [
          '```c\nif (x) {\n  puts("1");\n}\n```',
          'This:\n```\nB) print(1)\n\n    print(2)\n```',
          '```\nx\n```',
          'none',
        ],
        answer: '```\nx\n```',
        explanation: 'because\n```\nA) no option\n```\nof that.',
        problems: [],
      },
    ])
  })

  it('begins a question with a block, with a number or without', () => {
    for (const number of ['', '1. ', 'Q1: ']) {
      const text = `${number}\`\`\`\nx = 3\n\nprint(x)\n\`\`\`\nWhat is printed?\nA) 3\nB) x\nAnswer: A`
      expect(short(text)).toEqual([
        { question: '```\nx = 3\n\nprint(x)\n```\nWhat is printed?', options: '3 | x', answer: '3', problems: [] },
      ])
    }
  })

  it('moves an indented block to the left as a whole', () => {
    const text = '1. What?\n   ```\n   if x:\n     y\n   ```\n   a) 1\n   b) 2\n   Answer: a'
    expect(short(text)).toEqual([
      { question: 'What?\n```\nif x:\n  y\n```', options: '1 | 2', answer: '1', problems: [] },
    ])
  })

  it('takes a block that never ends for words, up to the next that is named', () => {
    const text = `1. Capital of France?\n\`\`\`\nA) Lyon\nB) Paris\nAnswer: B\n\n2. What?\n\`\`\`c\nA) x\n\`\`\`\nA) 1\nB) 2\nAnswer: A`
    expect(short(text)).toEqual([
      { question: 'Capital of France?\n```', options: 'Lyon | Paris', answer: 'Paris', problems: [] },
      { question: 'What?\n```c\nA) x\n```', options: '1 | 2', answer: '1', problems: [] },
    ])
  })

  it('says what is wrong with a block in its own words', () => {
    const same = '```\nx\n```'
    const [one] = parsePastedList(`1. Same?\nA) ${same}\nB) ${same}\nAnswer: A`)
    expect(one?.problems).toEqual(['Options A and B say the same'])
    for (const { problems } of parsePastedList(`1. None?\n- a\n${same}\n- b\nAnswer: b`)) {
      expect(problems.join()).not.toMatch(/[\ufdd0\ufdd1]/)
    }
  })

  it('leaves the blank lines of other blocks where a question is left out', () => {
    const block = '```\na\n\n\n\nb\n```'
    const text = `1. One?\n${block}\nA) 1\nB) 2\nAnswer: A\n\n\n2. Two?\n\n\n3. Three?\n${block}\nA) 1\nB) 2\nAnswer: A`
    const two = parsePastedList(text)[1]
    expect(two?.text).toBe('Two?')
    if (two) expect(withoutQuestion(text, two)).toBe(text.replace('\n2. Two?\n\n', ''))
  })
})
