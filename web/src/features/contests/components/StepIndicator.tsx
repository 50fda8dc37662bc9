/** Step indicator of a contest: which steps are done and which comes next. Words and marks, not colour alone. */
import { Check } from 'lucide-react'
import { cx } from '@/lib/cx'
import type { Step } from '../model'

const SAID = { done: 'done', next: 'next', later: 'later' }

export function StepIndicator({ steps, className }: { steps: Step[]; className?: string }) {
  return (
    <ol aria-label="Steps" className={cx('flex items-center justify-between gap-1 text-xs', className)}>
      {steps.map((step, i) => (
        <li key={step.key} className={cx('flex items-center gap-1', i > 0 && 'flex-1 max-[359px]:flex-none')}>
          {i > 0 ? <span aria-hidden="true" className="h-px min-w-1 flex-1 max-[359px]:hidden bg-line-strong" /> : null}
          {step.state === 'done' ? (
            <Check aria-hidden="true" className="size-3 shrink-0 text-lawn" strokeWidth={3} />
          ) : (
            <span
              aria-hidden="true"
              className={cx(
                'size-2 shrink-0 rounded-full border',
                step.state === 'next' ? 'border-lawn bg-lawn' : 'border-edge',
              )}
            />
          )}
          <span className={step.state === 'next' ? 'font-semibold text-ink' : 'text-muted'}>
            {step.label}
            <span className="sr-only"> ({SAID[step.state]})</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
