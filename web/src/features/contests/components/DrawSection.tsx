/**
 * Section of the blueprint, what each person gets, folded away below the questions. Most contests give everybody all of
 * them: there it is only behind More. How it is set is fetched once it is opened.
 */
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { cx } from '@/lib/cx'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Skeleton } from '@/ui/Skeleton'
import { DRAW, eachText } from '../drawMessages'
import { MORE } from '../messages'
import type { KeyedContest } from '../model'

const DrawPanel = lazy(() =>
  retryUntilLoaded(() => import('./DrawPanel')).then((file) => ({ default: file.DrawPanel })),
)

export function DrawSection({ contest }: { contest: KeyedContest }) {
  const [open, setOpen] = useState(false)
  const { questionsEach, questions, frozen } = contest
  const isDrawn = questionsEach !== undefined
  // Nothing to choose, and nothing to look at.
  if (!contest.own || questions.length === 0 || (frozen && !isDrawn)) return null
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={cx('group mt-8', isDrawn && 'border-line border-y py-1')}
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        {isDrawn ? (
          <>
            <span className="font-medium">{DRAW}</span>
            <span className="num min-w-0 text-muted text-sm">{eachText(questionsEach, questions.length)}</span>
          </>
        ) : (
          <span className="text-muted text-sm">{MORE}</span>
        )}
      </summary>
      {open && !isDrawn ? <h2 className="mt-1 mb-2 text-base">{DRAW}</h2> : null}
      {open ? (
        <Suspense fallback={<DrawWaiting />}>
          <DrawPanel contestId={contest.id} questions={questions} onDone={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </details>
  )
}

function DrawWaiting() {
  return <Skeleton className="my-3 h-40 rounded-control" />
}
