/** Rules as participants read them: what right and wrong answers give, in the server's words, and that answers may be changed. */
import type { ContestRules } from '@/api/contestRules'
import { cx } from '@/lib/cx'
import { ANSWERS, atMost, MARKS, MAY_CHANGE } from '../messages'

/** Nothing where the first answer counts, as everywhere else. */
export function AnswerRule({ contest, className }: { contest: Pick<ContestRules, 'changing'>; className?: string }) {
  if (contest.changing !== 'until_hand_in') return null
  return (
    <p className={cx('max-w-[68ch] text-sm', className)}>
      <span className="font-semibold">{ANSWERS}:</span> {MAY_CHANGE}
    </p>
  )
}

type MarkRuleProps = {
  words: string | null | undefined
  /** What all right answers together give. */
  most?: string | null
  className?: string
}

/** Nothing where it has no marks. */
export function MarkRule({ words, most, className }: MarkRuleProps) {
  if (!words) return null
  return (
    <p className={cx('num max-w-[68ch] text-sm', className)}>
      <span className="font-semibold">{MARKS}:</span> {words}
      {most ? ` ${atMost(most)}` : ''}
    </p>
  )
}
