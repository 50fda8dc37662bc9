/** In place of the form when nothing is left to create with: what to do about it. */
import { Link, useRouteContext } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { contestDraft } from '../drafts'
import { ASK_ADMIN, NO_CREDITS, WRITE_TO_ADMIN } from '../words'

export function NoCredits({ userId }: { userId: string }) {
  // The page with the plans exists only in some builds; the table of routes says where.
  const plans = useRouteContext({ strict: false, select: (context: { plans?: string }) => context.plans })
  const unfinished = Boolean(contestDraft(userId).read()?.title?.trim())
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-amber-soft text-amber">
        <Ticket aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg">{NO_CREDITS}</h2>
        <p className="mt-1 max-w-[60ch] text-muted">
          Each contest takes one. {plans ? 'The plans bring more.' : ASK_ADMIN}
          {unfinished ? ' What you have entered is kept on this device until then.' : ''}
        </p>
        {plans ? (
          <Link to={plans} className={buttonClass({ variant: 'primary', className: 'mt-4' })}>
            See the plans
          </Link>
        ) : (
          <Link {...paths.contact('sales')} className={buttonClass({ variant: 'primary', className: 'mt-4' })}>
            {WRITE_TO_ADMIN}
          </Link>
        )}
      </div>
    </div>
  )
}
