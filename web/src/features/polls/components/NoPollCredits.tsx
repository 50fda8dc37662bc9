/** No credits: stands in place of the form when no creation is left, and says what to do about it. */
import { Link } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { NO_CREDITS, PLANS_BRING_MORE, SEE_PLANS, YOUR_PURCHASES } from '../messages'
import { isBegun } from '../model'
import { pollDraft } from '../pollDrafts'

export function NoPollCredits({ userId }: { userId: string }) {
  const unfinished = isBegun(pollDraft(userId).read())
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-amber-soft text-amber">
        <Ticket aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg">{NO_CREDITS}</h2>
        <p className="mt-1 max-w-[60ch] text-muted">
          Each poll takes one. {PLANS_BRING_MORE}
          {unfinished ? ' What you have entered is kept on this device until then.' : ''}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Link {...paths.pricing()} className={buttonClass({ variant: 'primary' })}>
            {SEE_PLANS}
          </Link>
          <Link {...paths.purchases()} className="link inline-flex min-h-11 items-center text-sm">
            {YOUR_PURCHASES}
          </Link>
        </div>
      </div>
    </div>
  )
}
