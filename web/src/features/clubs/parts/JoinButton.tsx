/** Into a club and out of it again: apply, wait, withdraw, leave. Guests go to the log-in and come back. */
import { Link } from '@tanstack/react-router'
import { LogOut, UserRoundPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { hrefOf, paths } from '@/app/paths'
import { focusLost, focusSoon } from '@/lib/focusSoon'
import { Button, buttonClass } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { useJoin, useLeave } from '../changes'
import type { Club } from '../model'
import * as words from '../words'

export function JoinButton({ club }: { club: Club }) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Another button takes the place of the one that was pressed, or none.
  const next = () => button.current ?? document.querySelector<HTMLElement>('main')
  const joining = useJoin(club, () => focusLost(next, { preventScroll: true }))
  const leaving = useLeave(club, () => {
    setAsking(false)
    focusSoon(next, { preventScroll: true })
  })
  const { you } = club
  if (!you) {
    return (
      <Link {...paths.login(hrefOf(paths.club(club.shortName)))} className={buttonClass({ variant: 'primary' })}>
        <UserRoundPlus aria-hidden="true" className="size-4" />
        {words.BECOME_MEMBER}
      </Link>
    )
  }
  if (you.status === 'none') {
    return (
      <Button
        ref={button}
        variant="primary"
        busy={joining.isPending}
        icon={<UserRoundPlus aria-hidden="true" className="size-4" />}
        // The second click of a double click may come before the button is busy.
        onClick={({ detail }) => (detail > 1 ? undefined : joining.mutate())}
      >
        {words.BECOME_MEMBER}
      </Button>
    )
  }
  const pending = you.status === 'pending'
  return (
    <>
      <Button ref={button} icon={<LogOut aria-hidden="true" className="size-4" />} onClick={() => setAsking(true)}>
        {pending ? words.WITHDRAW : words.LEAVE}
      </Button>
      <Confirm
        open={asking}
        onClose={() => (leaving.isPending ? undefined : setAsking(false))}
        onConfirm={() => leaving.mutate()}
        title={pending ? words.WITHDRAW_TITLE : words.leaveTitle(club.name)}
        body={pending ? words.WITHDRAW_BODY : words.LEAVE_BODY}
        confirmLabel={pending ? words.WITHDRAW : words.LEAVE}
        cancelLabel={words.STAY}
        danger
        busy={leaving.isPending}
      />
    </>
  )
}
