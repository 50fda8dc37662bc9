/**
 * Section of the blueprint, what each person gets, folded away below the questions: most contests give everybody all of
 * them. How it is set is fetched once it is opened.
 */
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Skeleton } from '@/ui/Skeleton'
import { ALL_QUESTIONS, DRAW, eachText } from '../drawMessages'
import type { KeyedContest } from '../model'

const DrawPanel = lazy(() =>
  retryUntilLoaded(() => import('./DrawPanel')).then((file) => ({ default: file.DrawPanel })),
)

export function DrawSection({ contest }: { contest: KeyedContest }) {
  const [open, setOpen] = useState(false)
  const { questionsEach, questions, frozen } = contest
  // Nothing to choose, and nothing to look at.
  if (!contest.own || questions.length === 0 || (frozen && questionsEach === undefined)) return null
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group mt-8 border-line border-y py-1"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="font-medium">{DRAW}</span>
        <span className="num min-w-0 text-muted text-sm">
          {questionsEach === undefined ? ALL_QUESTIONS : eachText(questionsEach, questions.length)}
        </span>
      </summary>
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
