/** Join button of a club, also to leave it: apply, wait, withdraw, leave. Guests go to the log-in and come back. */
import { Link } from '@tanstack/react-router'
import { LogOut, UserRoundPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { hrefOf, paths } from '@/app/paths'
import { focusAfterRender, focusIfLost } from '@/lib/focusAfterRender'
import { Button, buttonClass } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import * as messages from '../messages'
import type { Club } from '../model'
import { useJoin, useLeave } from '../mutations'

export function JoinButton({ club }: { club: Club }) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Another button takes the place of the one that was pressed, or none.
  const next = () => button.current ?? document.querySelector<HTMLElement>('main')
  const joining = useJoin(club, () => focusIfLost(next, { preventScroll: true }))
  const leaving = useLeave(club, () => {
    setAsking(false)
    focusAfterRender(next, { preventScroll: true })
  })
  const { you } = club
  if (!you) {
    return (
      <Link {...paths.login(hrefOf(paths.club(club.shortName)))} className={buttonClass({ variant: 'primary' })}>
        <UserRoundPlus aria-hidden="true" className="size-4" />
        {messages.BECOME_MEMBER}
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
        {messages.BECOME_MEMBER}
      </Button>
    )
  }
  const pending = you.status === 'pending'
  return (
    <>
      <Button ref={button} icon={<LogOut aria-hidden="true" className="size-4" />} onClick={() => setAsking(true)}>
        {pending ? messages.WITHDRAW : messages.LEAVE}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => (leaving.isPending ? undefined : setAsking(false))}
        onConfirm={() => leaving.mutate()}
        title={pending ? messages.WITHDRAW_TITLE : messages.leaveTitle(club.name)}
        body={pending ? messages.WITHDRAW_BODY : messages.LEAVE_BODY}
        confirmLabel={pending ? messages.WITHDRAW : messages.LEAVE}
        cancelLabel={messages.STAY}
        danger
        busy={leaving.isPending}
      />
    </>
  )
}
