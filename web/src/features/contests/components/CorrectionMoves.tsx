/**
 * Preview of what a correction would do: the new marking, how many move, and who, those with another rank first. Where the
 * contest has marks, they have the columns, and what they are made of stands below the name.
 */
import { type Ref, useState } from 'react'
import { cx } from '@/lib/cx'
import { formatSpan } from '@/lib/time'
import { Button } from '@/ui/Button'
import { Name } from '@/ui/Name'
import { Table, Td, Th } from '@/ui/Table'
import { type Moved, markedText, type Preview, wouldText } from '../corrections'
import { countOf, hadText, MARKS, MOVES, markingsOf } from '../messages'
import type { Marked } from '../model'

type CorrectionMovesProps = {
  preview: Preview
  wanted: Marked
  /** Of the contest. */
  hasMarks: boolean
  /** Its question has several right options. */
  several: boolean
  headingRef: Ref<HTMLHeadingElement>
}

/** Rows at first; the reason below stays in reach. A few more are shown rather than asked for. */
const FIRST = 5
const FEW = 3
/** Four columns on the narrowest phone. */
const CELL = 'max-sm:px-1.5 max-sm:first:pl-0 max-sm:last:pr-0'

export function CorrectionMoves({ preview, wanted, hasMarks, several, headingRef }: CorrectionMovesProps) {
  const [all, setAll] = useState(false)
  const { moved, participants, scores, had } = preview
  const shown = all || moved.length <= FIRST + FEW ? moved : moved.slice(0, FIRST)
  const movesMarks = moved.some(({ after }) => after.marks)
  return (
    <div className="grid gap-3">
      <div>
        <h3 ref={headingRef} tabIndex={-1} className="text-base outline-none">
          {MOVES}
        </h3>
        <p className="num mt-1 wrap-anywhere">
          <span className="whitespace-pre-wrap font-semibold">{sentence(wanted, hasMarks, several)}</span>{' '}
          {wouldText(preview)}{' '}
          <span className="text-muted">
            {scores === 0 ? '' : `${countOf(participants, 'person', 'people')} took part.`}{' '}
            {typeof had === 'number' ? hadText(had) : ''}
          </span>
        </p>
      </div>
      {moved.length > 0 ? (
        <Table caption={MOVES}>
          <thead>
            <tr>
              <Th className={CELL}>Participant</Th>
              <Th align="right" className={CELL}>
                Rank
              </Th>
              {(movesMarks ? [MARKS] : ['Right', 'Wrong']).map((what) => (
                <Th key={what} align="right" className={CELL}>
                  {what}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <Row key={one.userId} one={one} />
            ))}
          </tbody>
        </Table>
      ) : null}
      {shown.length < moved.length ? (
        <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          Show {moved.length - shown.length} more
        </Button>
      ) : null}
    </div>
  )
}

function sentence(wanted: Marked, hasMarks: boolean, several: boolean): string {
  if (wanted.marking === 'key') return `Right: ${markedText(wanted, hasMarks, several)}.`
  if (wanted.marking === 'void') return 'It counts for nobody.'
  return `${markingsOf(hasMarks, several)[wanted.marking].label}.`
}

function Row({ one: { fullName, before, after } }: { one: Moved }) {
  return (
    <tr>
      <Td className={cx(CELL, 'wrap-anywhere')}>
        <Name>{fullName}</Name>
        {after.marks && (before.correct !== after.correct || before.wrong !== after.wrong) ? (
          <span className="num block text-muted text-xs">
            Right <FromTo from={before.correct} to={after.correct} />, wrong{' '}
            <FromTo from={before.wrong} to={after.wrong} />
          </span>
        ) : null}
        {typeof after.partly !== 'number' || before.partly === after.partly ? null : (
          <span className="num block text-muted text-xs">
            Partly right <FromTo from={before.partly ?? 0} to={after.partly} />
          </span>
        )}
        {typeof after.starred !== 'number' || before.starred === after.starred ? null : (
          <span className="num block text-muted text-xs">
            Starred <FromTo from={before.starred ?? 0} to={after.starred} />
          </span>
        )}
        {before.durationMs === after.durationMs ? null : (
          <span className="block text-muted text-xs">
            Time <FromTo from={formatSpan(before.durationMs)} to={formatSpan(after.durationMs)} />
          </span>
        )}
      </Td>
      <Td align="right" className={CELL}>
        <FromTo from={before.rank} to={after.rank} />
      </Td>
      {after.marks ? (
        <Td align="right" className={CELL}>
          <FromTo from={before.marks ?? ''} to={after.marks} />
        </Td>
      ) : (
        <>
          <Td align="right" className={CELL}>
            <FromTo from={before.correct} to={after.correct} />
          </Td>
          <Td align="right" className={CELL}>
            <FromTo from={before.wrong} to={after.wrong} />
          </Td>
        </>
      )}
    </tr>
  )
}

function FromTo<T extends number | string>({ from, to }: { from: T; to: T }) {
  if (from === to) return <span className="text-muted">{to}</span>
  return (
    <span className="whitespace-nowrap">
      <span className="text-muted">{from}</span>
      <span aria-hidden="true" className="text-muted">
        {' → '}
      </span>
      <span className="sr-only"> becomes </span>
      <span className="font-semibold">{to}</span>
    </span>
  )
}
