/** Time rule: that each person has minutes of their own; nothing where everybody has until the contest ends. */
import type { ContestRules } from '@/api/contestRules'
import { cx } from '@/lib/cx'
import { FROM_START, ownMinutes, YOUR_TIME } from '../waitingRoomMessages'

type TimeRuleProps = { contest: Pick<ContestRules, 'minutes'>; className?: string }

export function TimeRule({ contest: { minutes }, className }: TimeRuleProps) {
  if (!minutes) return null
  return (
    <p className={cx('num max-w-[68ch] text-sm', className)}>
      <span className="font-semibold">{YOUR_TIME}:</span> {ownMinutes(minutes)}
      {FROM_START}
    </p>
  )
}
