/**
 * Question to a club: the round button over its page, the plain one where somebody may not do something, and the dialog
 * behind both. What was typed stays until the server has taken it. Guests go to the log-in and come back.
 */
import { Link, useRouterState } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { Button, buttonClass } from '@/ui/Button'
import { lazyDialog } from '@/ui/lazyDialog'
import { ASK } from '../messages'
import type { Club } from '../model'

const AskModal = lazyDialog(() => import('./AskModal').then((file) => file.AskModal))

type AskClubProps = { club: Pick<Club, 'name' | 'shortName'>; floating?: boolean }

/** A round button where it floats in the window's corner (ClubPage.tsx); where it stands at the end of the page, one like others. */
const ROUND =
  'pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-control bg-lawn px-4 font-semibold text-lawn-ink transition-colors duration-150 hover:bg-lawn-deep min-[1340px]:size-14 min-[1340px]:justify-center min-[1340px]:gap-0 min-[1340px]:rounded-full min-[1340px]:px-0 min-[1340px]:shadow-float print:hidden'
const ROUND_LABEL = <span className="min-[1340px]:sr-only">{ASK}</span>

export function AskClub({ club, floating }: AskClubProps) {
  const session = useSession()
  const here = useRouterState({ select: (state) => state.location.href })
  const [open, setOpen] = useState(false)
  const icon = (
    <MessageCircleQuestion aria-hidden="true" className={floating ? 'size-5 min-[1340px]:size-6' : 'size-4'} />
  )
  if (session.state !== 'in') {
    return floating ? (
      <Link {...paths.login(here)} title={ASK} className={ROUND}>
        {icon}
        {ROUND_LABEL}
      </Link>
    ) : (
      <Link {...paths.login(here)} className={buttonClass()}>
        {icon}
        {ASK}
      </Link>
    )
  }
  return (
    <>
      {floating ? (
        <button type="button" title={ASK} onClick={() => setOpen(true)} className={ROUND}>
          {icon}
          {ROUND_LABEL}
        </button>
      ) : (
        <Button icon={icon} onClick={() => setOpen(true)}>
          {ASK}
        </Button>
      )}
      <AskModal club={club} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
