/** Test mode badge: stands wherever a payment of the sandbox is shown. */
import { FlaskConical } from 'lucide-react'
import { cx } from '@/lib/cx'
import { SANDBOX } from '../messages'

export function TestModeBadge({ className }: { className?: string }) {
  return (
    <p className={cx('inline-flex items-center gap-2 font-semibold text-amber text-sm', className)}>
      <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
      {SANDBOX}
    </p>
  )
}
