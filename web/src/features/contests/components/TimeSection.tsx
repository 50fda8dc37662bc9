/**
 * What an organiser does with people's time, below the questions, folded away: most contests run by their clock alone. It is fetched once
 * it is opened.
 */
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Skeleton } from '@/ui/Skeleton'
import type { KeyedContest } from '../model'
import { DESK } from '../timeMessages'

const TimePanel = lazy(() =>
  retryUntilLoaded(() => import('./TimePanel')).then((file) => ({ default: file.TimePanel })),
)

export function TimeSection({ contest }: { contest: KeyedContest }) {
  const [open, setOpen] = useState(false)
  // Before somebody has joined nobody has a time.
  if (!contest.own || contest.participants === 0) return null
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
        <span className="font-medium">{DESK}</span>
      </summary>
      {open ? (
        <Suspense fallback={<Skeleton className="my-3 h-40 rounded-control" />}>
          <TimePanel contestId={contest.id} />
        </Suspense>
      ) : null}
    </details>
  )
}
