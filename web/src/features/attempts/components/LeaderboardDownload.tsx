/**
 * Leaderboard download: the whole leaderboard as a CSV file, put together in the browser from its pages; nothing is
 * stored on the way.
 */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { saveFile } from '@/lib/saveFile'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { fetchBoard } from '../api'
import { CSV_FAILED } from '../messages'
import type { ResultRow } from '../model'

/** As many rows as one call may ask for. */
const STEP = 500

export function LeaderboardDownload({ contestId, title }: { contestId: string; title: string }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      let rule: string | null | undefined
      const rows = new Map<string, ResultRow>()
      for (let page = 1, total = 1; (page - 1) * STEP < total; page += 1) {
        const board = await fetchBoard(contestId, page, STEP)
        // While a board moves somebody may slip from one page to the next: once per person.
        for (const row of board.rows) rows.set(row.userId, row)
        total = board.total
        rule = board.marksShown
      }
      const [{ dashedFileName }, { boardCsv }] = await Promise.all([
        import('@/lib/fileName'),
        import('../leaderboardCsv'),
      ])
      saveFile(boardCsv([...rows.values()], rule), `results-${dashedFileName(title, 'contest')}.csv`, 'text/csv')
    } catch (error) {
      toast.error(failureText(error, CSV_FAILED))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download aria-hidden="true" className="size-4" />} busy={busy} onClick={() => void download()}>
      Download CSV
    </Button>
  )
}
