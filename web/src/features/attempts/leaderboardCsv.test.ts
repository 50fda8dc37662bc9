/** The leaderboard as a file: its columns, and that no cell of it is a formula or a date. */
import { describe, expect, it } from 'vitest'
import csvCells from './csv_cells.json'
import { boardCsv, csvCell, harmless } from './leaderboardCsv'
import type { ResultRow } from './model'

function row(rank: number, given: Partial<ResultRow> = {}): ResultRow {
  return {
    rank,
    userId: `u${rank}`,
    fullName: `Person ${rank}`,
    email: null,
    picture: null,
    correct: 10,
    wrong: 2,
    total: 12,
    durationMs: 238_000,
    ...given,
  }
}

describe('the file of a board', () => {
  it('never holds a formula', () => {
    for (const sign of ['=', '+', '-', '@', '\t=', ' =']) {
      expect(csvCell(`${sign}HYPERLINK(1)`).replace(/^"/, '')[0]).toBe("'")
    }
    expect(csvCell('\r=1')[0]).toBe('"')
    expect(csvCell(-3)).toBe('-3')
  })

  it('is as harmless as the server’s: both read one table', () => {
    expect(csvCells.stay.map((cell) => [cell, harmless(cell)])).toEqual(csvCells.stay.map((cell) => [cell, cell]))
    expect(csvCells.guarded.map(({ cell }) => ({ cell, safe: harmless(cell) }))).toEqual(csvCells.guarded)
    expect(csvCell('a;b'), 'one cell, also where semicolons stand between them').toBe('"a;b"')
  })

  it('quotes what would break a line', () => {
    expect(csvCell('Bose, Ishaan "Ish"')).toBe('"Bose, Ishaan ""Ish"""')
    expect(csvCell('Ishaan Bose')).toBe('Ishaan Bose')
  })

  it('has a head and a line per participant', () => {
    const file = boardCsv([row(1, { fullName: '=cmd|A1', email: 'a@meridian.example' })])
    expect(file).toBe(
      '\uFEFFRank,Name,Email,Correct,Wrong,Total,Time,Seconds\r\n' +
        "1,'=cmd|A1,a@meridian.example,10,2,12,3:58,238\r\n",
    )
  })

  it('has right answers to starred questions in a column of their own, only where the contest has some', () => {
    const marks = { text: '8', decimal: '8.0000', units: 80_640 }
    const lines = boardCsv([row(1, { marks, starred: 2 }), row(2, { marks, starred: 0 })], 'Rule.').split('\r\n')
    expect(lines).toEqual([
      '\uFEFFRank,Name,Email,Correct,Wrong,Answered,Time,Seconds,marks,marks_10080,starred,rule',
      '1,Person 1,,10,2,12,3:58,238,8.0000,80640,2,Rule.',
      '2,Person 2,,10,2,12,3:58,238,8.0000,80640,0,',
      '',
    ])
  })

  it('has marks in two columns, of which no spreadsheet makes a date, only where the contest has marks, with the rule once', () => {
    const marks = { text: '−⅓', decimal: '-0.3333', units: -3360 }
    const lines = boardCsv(
      [row(1, { marks: { text: '8', decimal: '8.0000', units: 80_640 } }), row(2, { marks })],
      'Each right answer gives +1, each wrong answer −⅓.',
    ).split('\r\n')
    expect(lines).toEqual([
      '\uFEFFRank,Name,Email,Correct,Wrong,Answered,Time,Seconds,marks,marks_10080,rule',
      '1,Person 1,,10,2,12,3:58,238,8.0000,80640,"Each right answer gives +1, each wrong answer −⅓."',
      '2,Person 2,,10,2,12,3:58,238,-0.3333,-3360,',
      '',
    ])
  })
})
