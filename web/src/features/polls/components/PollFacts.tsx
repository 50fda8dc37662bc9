/** Poll facts beside the options: how many voted, who asks, from when to when, and whether the numbers are moving. */
import { useEffect, useState } from 'react'
import { useLiveState } from '@/api/live'
import { cx } from '@/lib/cx'
import type { Poll } from '../model'
import { Time } from './PollCard'

type PollFactsProps = { poll: Poll; zone: string; moving: boolean }

export function PollFacts({ poll, zone, moving }: PollFactsProps) {
  return (
    <aside aria-label="About this poll" className="grid gap-6 rounded-card border border-line bg-surface p-5">
      <div className="flex items-end justify-between gap-4">
        <p>
          <span className="num block font-[650] font-display text-2xl leading-none">
            {poll.voters.toLocaleString('en-US')}
          </span>
          <span className="mt-1.5 block text-muted text-sm">{poll.voters === 1 ? 'vote' : 'votes'}</span>
        </p>
        {moving ? <Pulse /> : null}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-line border-t pt-5 text-sm">
        <dt className="text-muted">By</dt>
        <dd>{poll.organization}</dd>
        <dt className="text-muted">Options</dt>
        <dd className="num">{poll.options.length}</dd>
        <Time label="Start" at={poll.startsAt} zone={zone} />
        <Time label="End" at={poll.endsAt} zone={zone} />
      </dl>
      <p className="border-line border-t pt-5 text-muted text-sm">
        One vote each. Who votes for what is kept nowhere, not even for those who run this poll.
      </p>
    </aside>
  )
}

/** A short break is nobody's business. */
const LASTING = 4000

function Pulse() {
  const live = useLiveState() === 'live'
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    if (live) {
      setBroken(false)
      return
    }
    const timer = setTimeout(() => setBroken(true), LASTING)
    return () => clearTimeout(timer)
  }, [live])
  return (
    <p className={cx('flex items-center gap-1.5 font-semibold text-xs', broken ? 'text-amber' : 'text-lawn')}>
      <span
        aria-hidden="true"
        className={cx(
          'size-2 rounded-full bg-current',
          !broken && 'motion-safe:animate-[breathe_2s_ease-in-out_infinite]',
        )}
      />
      {broken ? 'Connecting again' : 'Live'}
    </p>
  )
}
