/**
 * Correction notes: what was corrected after the end and why, beside the results it changed; nothing where nothing was.
 */
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useSite } from '@/api/session'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'
import { questionNamed, questionQuoted } from '@/lib/questionName'
import { formatDate, localTimes } from '@/lib/time'
import { Button } from '@/ui/Button'
import { renderRows } from '@/ui/RowBoundary'
import { correctionsQuery } from '../api'
import { CORRECTED_HERE, CORRECTIONS_NOTE } from '../messages'
import { correctionText } from '../model'

/** The board below is what the page is about. One more is shown rather than asked for. */
const FIRST = 2

type CorrectionNotesProps = {
  contestId: string
  hasMarks: boolean
  className?: string
}

export function CorrectionNotes({ contestId, hasMarks, className }: CorrectionNotesProps) {
  const { timeZone } = useSite()
  const [all, setAll] = useState(false)
  // A result stands without its notes: a failure here says nothing.
  const { data: corrections = [] } = useQuery(correctionsQuery(contestId))
  if (corrections.length === 0) return null
  const shown = all || corrections.length <= FIRST + 1 ? corrections : corrections.slice(0, FIRST)
  return (
    <section
      aria-labelledby="corrected"
      className={cx('flex items-start gap-3.5 rounded-card border border-line bg-surface px-4 py-4 sm:px-5', className)}
    >
      <Scale aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-amber" />
      <div className="min-w-0">
        <h2 id="corrected" className="text-base">
          {CORRECTED_HERE}
        </h2>
        <p className="text-muted text-sm">{CORRECTIONS_NOTE}</p>
        <ul className="mt-2.5 grid gap-2">
          {renderRows('li', shown, (one) => (
            <li key={one.id} className="min-w-0 max-w-[80ch] text-sm">
              <p className="whitespace-pre-wrap wrap-anywhere font-semibold">
                {one.number === null ? questionQuoted(one.question) : questionNamed(one.number, one.papers)}:{' '}
                {correctionText({ ...one, accepted: one.accepted.map(withoutCodeMarks) }, hasMarks)}
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{one.reason}</p>
              <p className="num text-muted" title={one.madeAt === null ? undefined : localTimes(one.madeAt)}>
                {formatDate(one.madeAt, timeZone)}
              </p>
            </li>
          ))}
        </ul>
        {shown.length < corrections.length ? (
          <Button size="sm" className="mt-3" onClick={() => setAll(true)}>
            Show all {corrections.length}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
