/** A sentence inside a page that matters now: what a form was refused for, what happened, what to do. */
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

const TONES = {
  lawn: { look: 'bg-lawn-soft', mark: 'text-lawn', Icon: CircleCheck },
  sky: { look: 'bg-sky-soft', mark: 'text-sky', Icon: Info },
  amber: { look: 'bg-amber-soft', mark: 'text-amber', Icon: CircleAlert },
  brick: { look: 'bg-brick-soft', mark: 'text-brick', Icon: CircleAlert },
}

type NoticeProps = { tone: keyof typeof TONES; children: ReactNode; className?: string }

export function Notice({ tone, children, className }: NoticeProps) {
  const { look, mark, Icon } = TONES[tone]
  return (
    <div
      role={tone === 'brick' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-control px-3.5 py-3 text-ink text-sm', look, className)}
    >
      <Icon aria-hidden="true" className={cx('mt-px size-4.5 shrink-0', mark)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
