/** The leaderboard: its rows as they are on the screen, and the ranking rule told once more to compare them with. */
import { expect, type Page } from '../fixtures'

export type BoardRow = { rank: number; name: string; correct: number; wrong: number; total: number }

/** The rows of the whole board (small enough not to be drawn in part). */
export async function boardOf(page: Page, title: string): Promise<BoardRow[]> {
  const table = page.getByRole('table', { name: `Leaderboard of ${title}` })
  // The head counts as a row. Where the rows are is measured first: for a moment there are none.
  const count = Number(await table.getAttribute('aria-rowcount')) - 1
  const drawn = table.locator('tbody').getByRole('row')
  await expect(drawn).toHaveCount(count)
  await expect(drawn.getByText('Loading')).toHaveCount(0)
  const rows: BoardRow[] = []
  for (const row of await drawn.all()) {
    const [rank = '', name = '', correct = '', wrong = '', total = ''] = await row.getByRole('cell').allInnerTexts()
    const [first = '', ...below] = name.split('\n')
    // A phone has them below the name.
    const [, theirWrong = wrong, theirTotal = total] = /(\d+) wrong · (\d+) total/.exec(below.join(' ')) ?? []
    rows.push({
      rank: Number(rank),
      name: first.replace(/ \(you\)$/, '').trim(),
      correct: Number(correct),
      wrong: Number(theirWrong),
      total: Number(theirTotal),
    })
  }
  return rows
}

/** Rows of the board of a contest with marks, as they are read: `2 Asha Rao: 7 (2/1)`. */
export async function markedBoardOf(page: Page, title: string): Promise<string[]> {
  const table = page.getByRole('table', { name: `Leaderboard of ${title}` })
  const count = Number(await table.getAttribute('aria-rowcount')) - 1
  const drawn = table.locator('tbody').getByRole('row')
  await expect(drawn).toHaveCount(count)
  await expect(drawn.getByText('Loading')).toHaveCount(0)
  const rows: string[] = []
  for (const row of await drawn.all()) {
    const [rank, name = '', marks, correct = '', wrong = ''] = await row.getByRole('cell').allInnerTexts()
    const [first = '', ...below] = name.split('\n')
    // A phone has them below the name.
    const [, theirCorrect = correct, theirWrong = wrong] = /(\d+) correct · (\d+) wrong/.exec(below.join(' ')) ?? []
    rows.push(`${rank} ${first.replace(/ \(you\)$/, '').trim()}: ${marks} (${theirCorrect}/${theirWrong})`)
  }
  return rows
}

/** More correct, then fewer wrong; the story sees to it that nobody is equal in both, time decides nothing here. */
export function ranked(people: { name: string; correct: number; wrong: number }[]): BoardRow[] {
  const order = [...people].sort((a, b) => b.correct - a.correct || a.wrong - b.wrong)
  return order.map((one, at) => ({ rank: at + 1, ...one, total: one.correct + one.wrong }))
}
