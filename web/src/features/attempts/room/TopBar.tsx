/** Top bar of the contest screen: the way out, the title, what is saved, the clock; below it the progress. */
import { ArrowLeft, Check, CircleSlash, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Progress } from '@/ui/Progress'
import { answeredOf, deviceCount, LEAVE, lostCount, savedCount } from './messages'
import type { Counts } from './model'

type TopBarProps = {
  title: string
  counts: Counts
  /** Answers on this device are on their way; nothing to worry about. */
  calm: boolean
  total: number
  clock: ReactNode
  state?: ReactNode
  onLeave: () => void
}

export function TopBar({ title, counts, calm, total, clock, state, onLeave }: TopBarProps) {
  return (
    // Enlarged to 400 % it would leave no room for the question.
    <header className="sticky top-0 z-20 bg-surface low:max-sm:static">
      {/* On a phone there is no room for the title beside the clock and what is saved: it stands in a line of its own, also
          while nothing is: what is below must not move under a finger when the network goes. */}
      <div className="mx-auto flex min-h-15 max-w-page items-center gap-2 px-4 max-sm:flex-wrap max-sm:gap-y-0 max-sm:pt-1 max-sm:pb-2 sm:min-h-16 sm:gap-4 sm:px-6 low:min-h-12">
        <button
          type="button"
          onClick={onLeave}
          aria-label={LEAVE}
          title={LEAVE}
          className="-ml-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </button>
        <p
          className="line-clamp-2 min-w-0 flex-1 font-display font-semibold text-sm leading-[1.2] max-sm:order-last max-sm:basis-full sm:text-base md:line-clamp-1 md:text-lg"
          title={title}
        >
          {title}
        </p>
        <span className="flex-1 sm:hidden" />
        {state ?? <SavedState counts={counts} calm={calm} />}
        {clock}
      </div>
      <Progress value={counts.answered} max={total} label={answeredOf(counts.answered, total)} />
    </header>
  )
}

/** The honest state of the answers: only what the server acknowledged is called saved. */
export function SavedState({ counts, calm }: { counts: Counts; calm: boolean }) {
  const device = calm ? 0 : counts.device
  return (
    <ul className="num grid shrink-0 justify-items-end text-xs sm:text-sm md:flex md:gap-4">
      {counts.saved > 0 ? (
        <li className="flex items-center gap-1.5 text-muted">
          <Check aria-hidden="true" strokeWidth={3} className="size-3.5 text-lawn" />
          {savedCount(counts.saved)}
        </li>
      ) : null}
      {device > 0 ? (
        <li className="flex items-center gap-1.5 font-medium text-amber">
          <CloudOff aria-hidden="true" className="size-3.5" />
          {deviceCount(device)}
        </li>
      ) : null}
      {counts.refused > 0 ? (
        <li className="flex items-center gap-1.5 font-medium text-brick">
          <CircleSlash aria-hidden="true" className="size-3.5" />
          {lostCount(counts.refused)}
        </li>
      ) : null}
    </ul>
  )
}
