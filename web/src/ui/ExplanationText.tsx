/** Explanation of an answer, below its question. */
import { cx } from '@/lib/cx'
import { CodeText } from './CodeText'

export const EXPLANATION = 'Explanation'

export function ExplanationText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cx('border-line border-l-2 pl-3 text-sm', className)}>
      <p className="font-semibold text-muted text-xs">{EXPLANATION}</p>
      <CodeText text={text} className="text-sm" lead={(words) => <p className="mt-0.5">{words}</p>} />
    </div>
  )
}
