/** Progress bar: how much of a known whole is done. The words belong beside it; the bar repeats them for the eye. */
import { cx } from '@/lib/cx'

export function Progress({
  value,
  max,
  label,
  className,
}: {
  value: number
  max: number
  label: string
  className?: string
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cx('h-1 overflow-hidden bg-line', className)}
    >
      <div
        className="h-full origin-left bg-lawn transition-transform duration-200"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}
