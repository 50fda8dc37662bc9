/**
 * Star sign of a starred question: the star, and always its word. Blanks around it keep it a word of its own in its
 * line.
 */
import { Star } from 'lucide-react'
import { cx } from '@/lib/cx'

export function StarSign({ className }: { className?: string }) {
  return (
    <>
      {' '}
      <span className={cx('inline-flex items-center gap-1 whitespace-nowrap font-semibold text-ink', className)}>
        <Star aria-hidden="true" className="size-4 fill-marigold text-marigold" />
        Starred
      </span>{' '}
    </>
  )
}
