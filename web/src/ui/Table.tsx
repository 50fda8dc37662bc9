/** Table, in pieces. The caption names it for those who cannot see it; a wide one scrolls by itself, not the page. */
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '@/lib/cx'

export function Table({ caption, className, children }: { caption: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className={cx('w-full border-collapse text-[0.9375rem]', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  )
}

type Cell = { align?: 'left' | 'right' }

export function Th({ align = 'left', className, ...rest }: Cell & ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'border-line-strong border-b px-3 py-2.5 font-semibold text-muted text-xs',
        align === 'right' ? 'text-right' : 'text-left',
        className,
      )}
    />
  )
}

export function Td({ align = 'left', className, ...rest }: Cell & ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx('border-line border-b px-3 py-3', align === 'right' ? 'num text-right' : 'text-left', className)}
    />
  )
}
