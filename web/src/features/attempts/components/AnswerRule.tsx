/** Answer rule: that answers may be changed, for participants; nothing where the first answer counts, as everywhere else. */
import type { ContestRules } from '@/api/contestRules'
import { cx } from '@/lib/cx'
import { ANSWERS, MAY_CHANGE } from '../waitingRoomMessages'

type AnswerRuleProps = { contest: Pick<ContestRules, 'changing'>; className?: string }

export function AnswerRule({ contest, className }: AnswerRuleProps) {
  if (contest.changing !== 'until_hand_in') return null
  return (
    <p className={cx('max-w-[68ch] text-sm', className)}>
      <span className="font-semibold">{ANSWERS}:</span> {MAY_CHANGE}
    </p>
  )
}
