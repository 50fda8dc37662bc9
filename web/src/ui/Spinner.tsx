/** Spinner: a turning ring for work under a second or two; anything longer deserves a Skeleton or a Progress. */
import { cx } from '@/lib/cx'

export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center gap-3">
      <span
        aria-hidden="true"
        className={cx(
          'inline-block size-5 animate-[turn_0.8s_linear_infinite] rounded-full border-2 border-current border-r-transparent',
          className,
        )}
      />
      {label ? <span>{label}</span> : null}
    </span>
  )
}
