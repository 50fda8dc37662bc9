/**
 * What is done with the rows of the members: asked once where it takes something away or gives power, and each row busy
 * by itself while its request runs.
 */
import { type RefObject, useState } from 'react'
import { focusSoon } from '@/lib/focusSoon'
import { Confirm } from '@/ui/Confirm'
import { type Act, actOnMember } from '../changes'
import { type Member, officeNote } from '../model'
import * as words from '../words'

export type Start = (member: Member, act: Act) => void

/** `place`: what the rows are in. */
export function useActing(club: string, place: RefObject<HTMLElement | null>) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ member: Member; act: Act } | null>(null)

  const run = async (member: Member, act: Act) => {
    setBusy((rows) => new Set(rows).add(member.id))
    const done = await actOnMember(club, member, act)
    setAsked((open) => (open?.member.id === member.id ? null : open))
    setBusy((rows) => new Set([...rows].filter((id) => id !== member.id)))
    // The row is gone, with the button that had the focus.
    if (done && act.kind !== 'upgrade') focusSoon(() => place.current, { preventScroll: true })
  }
  const start: Start = (member, act) => {
    if (busy.has(member.id)) return
    if (act.kind === 'approve') void run(member, act)
    else setAsked({ member, act })
  }
  const running = asked !== null && busy.has(asked.member.id)
  const dialog = asked ? (
    <Confirm
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
      title: words.upgradeTitle(fullName, act.office),
      body: officeNote(status, act.office) || words.PERSON_TOLD,
      confirmLabel: words.makeLabel(act.office),
    }
  }
  return act.kind === 'reject'
    ? { title: words.rejectTitle(fullName), body: words.REJECT_BODY, confirmLabel: words.REJECT, danger: true }
    : { title: words.removeTitle(fullName), body: words.REMOVE_BODY, confirmLabel: words.REMOVE, danger: true }
}
