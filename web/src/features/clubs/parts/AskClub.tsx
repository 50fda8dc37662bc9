/**
 * A question to a club: the round button over its page, the plain one where somebody may not do something, and the dialog
 * behind both. What was typed stays until the server has taken it. Guests go to the log-in and come back.
 */
import { Link, useRouterState } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { Button, buttonClass } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Notice } from '@/ui/Notice'
import { useAsk } from '../changes'
import { type Club, QUESTION_MOST } from '../model'
import { ASK, ASK_FAILED, ASK_LEAD, CANCEL, QUESTION, QUESTION_MISSING, SEND_QUESTION } from '../words'

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

function AskModal({ club, open, onClose }: AskClubProps & { open: boolean; onClose: () => void }) {
  const formId = useId()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const asking = useAsk(club.shortName, () => {
    setText('')
    setTried(false)
    onClose()
  })
  const missing = text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!missing && !asking.isPending) asking.mutate(text)
  }
  return (
    <Modal
      open={open}
      onClose={() => (asking.isPending ? undefined : onClose())}
      title={ASK}
      description={club.name}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={asking.isPending}>
            {SEND_QUESTION}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-muted">{ASK_LEAD}</p>
        <TextArea
          label={QUESTION}
          rows={5}
          required
          maxLength={QUESTION_MOST}
          value={text}
          error={tried && missing ? QUESTION_MISSING : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {asking.error ? <Notice tone="brick">{failureText(asking.error, ASK_FAILED)}</Notice> : null}
      </form>
    </Modal>
  )
}
