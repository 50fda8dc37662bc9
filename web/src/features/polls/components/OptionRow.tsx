/**
 * Option row of a poll: its name to choose, its share as a bar, per cent and a number. Its size does not depend on any
 * of them.
 */
import { Trophy } from 'lucide-react'
import { useId } from 'react'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/Badge'
import { FocusFrame } from '@/ui/FocusFrame'
import { countOf } from '../messages'
import type { PollOption } from '../model'

type OptionRowProps = {
  /** The same for all options of a poll. */
  group: string
  option: PollOption
  voters: number
  shareText: string
  chosen: boolean
  open: boolean
  won?: 'alone' | 'tied'
  onChoose: () => void
}

export function OptionRow({ group, option, voters, shareText, chosen, open, won, onChoose }: OptionRowProps) {
  const id = useId()
  const { name, votes } = option
  const share = voters > 0 ? votes / voters : 0
  return (
    <label
      className={cx(
        'relative block rounded-card border bg-surface px-4 py-3 transition-colors duration-150',
        chosen ? 'border-lawn bg-lawn-soft ring-1 ring-lawn' : 'border-line-strong',
        won && 'border-marigold',
        open ? 'hover:border-muted' : 'cursor-default!',
      )}
    >
      <span className="flex min-h-11 items-center gap-3.5">
        <input
          type="radio"
          name={group}
          checked={chosen}
          onChange={onChoose}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-votes`}
          className={cx('peer size-5 shrink-0 accent-lawn outline-none', !open && 'opacity-50')}
        />
        <FocusFrame />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
          <span id={`${id}-name`} className="min-w-0 font-medium">
            {name}
          </span>
          {won ? (
            <Badge tone="marigold" icon={<Trophy aria-hidden="true" />}>
              {won === 'tied' ? 'Tied first' : 'Winner'}
            </Badge>
          ) : null}
        </span>
        <span id={`${id}-votes`} className="num w-20 shrink-0 text-right">
          <span className="block font-[650] font-display text-lg leading-tight">{shareText}</span>{' '}
          <span className="block text-muted text-xs">{countOf(votes, 'vote')}</span>
        </span>
      </span>
      <span aria-hidden="true" className="mt-2 block h-2 overflow-hidden rounded-full bg-line">
        <span
          className={cx(
            'block h-full origin-left rounded-full transition-transform duration-200',
            won ? 'bg-marigold' : 'bg-lawn',
          )}
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
    </label>
  )
}
