/** Alert: a sentence inside a page that matters now, such as why a form was refused, what happened, or what to do. */
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

const TONES = {
  lawn: { look: 'bg-lawn-soft', mark: 'text-lawn', Icon: CircleCheck },
  sky: { look: 'bg-sky-soft', mark: 'text-sky', Icon: Info },
  amber: { look: 'bg-amber-soft', mark: 'text-amber', Icon: CircleAlert },
  brick: { look: 'bg-brick-soft', mark: 'text-brick', Icon: CircleAlert },
}

type AlertProps = { tone: keyof typeof TONES; children: ReactNode; className?: string }

export function Alert({ tone, children, className }: AlertProps) {
  const { look, mark, Icon } = TONES[tone]
  return (
    <div
      role={tone === 'brick' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-control px-3.5 py-3 text-ink text-sm', look, className)}
    >
      <Icon aria-hidden="true" className={cx('mt-px size-4.5 shrink-0', mark)} />
      <div className="ink min-w-0 flex-1">{children}</div>
    </div>
  )
}
