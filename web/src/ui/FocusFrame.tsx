/**
 * Focus frame: stands behind a field that shows no focus of its own (`peer sr-only`) and draws the outline of the box around
 * both, which is `relative`. A rule with `:has()` on the box would be shorter, but not every supported browser has it.
 */
import { cx } from '@/lib/cx'

export function FocusFrame({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute inset-0 rounded-[inherit] peer-focus-visible:outline-2 peer-focus-visible:outline-lawn peer-focus-visible:outline-offset-2',
        className,
      )}
    />
  )
}
