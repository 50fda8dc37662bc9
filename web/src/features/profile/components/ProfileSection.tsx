/**
 * Profile section, one part of the profile: what it is on the left, what can be done on the right, one below the other
 * on a phone.
 */
import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

type ProfileSectionProps = {
  id: string
  title: string
  text?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}

export function ProfileSection({ id, title, text, actions, children, className }: ProfileSectionProps) {
  const heading = `${id}-title`
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={cx(
        'grid gap-x-12 gap-y-5 border-line border-t py-8 md:grid-cols-[16rem_minmax(0,1fr)] md:py-10',
        className,
      )}
    >
      <div>
        <h2 id={heading} className="text-lg">
          {title}
        </h2>
        {text ? <p className="mt-1 max-w-[60ch] text-muted text-sm">{text}</p> : null}
        {actions ? <div className="mt-4 flex flex-wrap gap-3">{actions}</div> : null}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
