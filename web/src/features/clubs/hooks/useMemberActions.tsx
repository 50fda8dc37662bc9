/**
 * Actions on the rows of members: those that take something away or give power are confirmed once, and each row is busy
 * by itself while its request runs.
 */
import { type RefObject, useState } from 'react'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import * as messages from '../messages'
import { type Member, officeNote } from '../model'
import { type Act, actOnMember } from '../mutations'

export type Start = (member: Member, act: Act) => void

/** `place`: what the rows are in. */
export function useMemberActions(club: string, place: RefObject<HTMLElement | null>) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ member: Member; act: Act } | null>(null)

  const run = async (member: Member, act: Act) => {
    setBusy((rows) => new Set(rows).add(member.id))
    const done = await actOnMember(club, member, act)
    setAsked((open) => (open?.member.id === member.id ? null : open))
    setBusy((rows) => new Set([...rows].filter((id) => id !== member.id)))
    // The row is gone, with the button that had the focus.
    if (done && act.kind !== 'upgrade') focusAfterRender(() => place.current, { preventScroll: true })
  }
  const start: Start = (member, act) => {
    if (busy.has(member.id)) return
    if (act.kind === 'approve') void run(member, act)
    else setAsked({ member, act })
  }
  const running = asked !== null && busy.has(asked.member.id)
  const dialog = asked ? (
    <ConfirmDialog
      open
      onClose={() => (running ? undefined : setAsked(null))}
      onConfirm={() => void run(asked.member, asked.act)}
      {...textOf(asked.member, asked.act)}
      busy={running}
    />
  ) : null
  return { busy, start, dialog }
}

function textOf({ fullName, status }: Member, act: Act) {
  if (act.kind === 'upgrade') {
    return {
      title: messages.upgradeTitle(fullName, act.office),
      body: officeNote(status, act.office) || messages.PERSON_TOLD,
      confirmLabel: messages.makeLabel(act.office),
    }
  }
  return act.kind === 'reject'
    ? { title: messages.rejectTitle(fullName), body: messages.REJECT_BODY, confirmLabel: messages.REJECT, danger: true }
    : { title: messages.removeTitle(fullName), body: messages.REMOVE_BODY, confirmLabel: messages.REMOVE, danger: true }
}
