/**
 * Skeleton: the shape of what comes, drawn while it loads. Give it the size of the real thing, so nothing moves. What
 * could only stand in the wrong place meanwhile waits by `data-skeleton`.
 */
import { cx } from '@/lib/cx'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton
      className={cx('block h-4 animate-[breathe_1.6s_ease-in-out_infinite] rounded-control bg-line', className)}
    />
  )
}
