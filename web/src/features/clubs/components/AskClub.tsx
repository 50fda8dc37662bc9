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

const ROUND =
  'pointer-events-auto grid size-12 place-items-center sm:size-14 rounded-full bg-lawn text-lawn-ink shadow-float transition-colors duration-150 hover:bg-lawn-deep print:hidden'

export function AskClub({ club, floating }: AskClubProps) {
  const session = useSession()
  const here = useRouterState({ select: (state) => state.location.href })
  const [open, setOpen] = useState(false)
  const icon = <MessageCircleQuestion aria-hidden="true" className={floating ? 'size-6' : 'size-4'} />
  if (session.state !== 'in') {
    return floating ? (
      <Link {...paths.login(here)} aria-label={ASK} title={ASK} className={ROUND}>
        {icon}
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
        <button type="button" aria-label={ASK} title={ASK} onClick={() => setOpen(true)} className={ROUND}>
          {icon}
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
