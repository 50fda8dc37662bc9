/** Mark rule: what right and wrong answers of a contest give, in the server's words; nothing where it has no marks. */
import { cx } from '@/lib/cx'
import { atMost, MARKS } from '../messages'

type MarkRuleProps = {
  words: string | null | undefined
  /** What all right answers together give. */
  most?: string | null
  className?: string
}

export function MarkRule({ words, most, className }: MarkRuleProps) {
  if (!words) return null
  return (
    <p className={cx('num max-w-[68ch] text-sm', className)}>
      <span className="font-semibold">{MARKS}:</span> {words}
      {most ? ` ${atMost(most)}` : ''}
    </p>
  )
}
