/** Page head: a link back, the title, one sentence, its actions. */
import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Skeleton } from './Skeleton'

type PageHeadProps = { title: ReactNode; lead?: ReactNode; actions?: ReactNode; back?: ReactNode }

export function PageHead({ title, lead, actions, back }: PageHeadProps) {
  return (
    <header className="pt-8 pb-6 sm:pt-10 low:pt-4 low:pb-4">
      {back ? <div className="mb-3 text-muted text-sm">{back}</div> : null}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        {/* A sentence that comes late does not decide whether the actions stand beside it or below. */}
        <div className={cx('min-w-0 max-w-[64ch]', lead && 'flex-1 basis-80')}>
          <h1 className="text-[1.75rem] leading-[1.15] sm:text-2xl">{title}</h1>
          {lead ? <div className="mt-2 text-muted">{lead}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
    </header>
  )
}

/** A sentence that comes from the server: its place is kept, on a phone for two lines, so that nothing below it moves. */
export function LeadLine({ children }: { children?: ReactNode }) {
  return (
    <p className="min-h-[2lh] sm:min-h-[1lh]">
      {children ?? (
        <span className="flex h-[1lh] items-center">
          <Skeleton className="w-72 max-w-full" />
        </span>
      )}
    </p>
  )
}
