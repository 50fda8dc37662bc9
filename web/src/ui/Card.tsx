/** Card: a sheet of paper with a hairline. `live` marks the one that is happening now. */
import type { ComponentProps, Ref } from 'react'
import { cx } from '@/lib/cx'

type CardProps = Omit<ComponentProps<'div'>, 'ref'> & {
  as?: 'div' | 'article' | 'section' | 'li'
  live?: boolean
  ref?: Ref<HTMLElement>
}

export function Card({ as: Tag = 'div', live, className, ref, ...rest }: CardProps) {
  // The element kinds share every prop used here; React's types only know one of them at a time.
  const Any = Tag as 'div'
  return (
    <Any
      {...rest}
      ref={ref as Ref<HTMLDivElement>}
      className={cx('rounded-card border border-line bg-surface p-5', live && 'border-lawn/45', className)}
    />
  )
}
