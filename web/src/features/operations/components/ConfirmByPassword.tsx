/**
 * Confirmation by the own password, for what an administrator does to somebody else. It says what will happen; a wrong
 * password is said at its field, and what was entered stays.
 */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { hasCode, refusedField } from '@/api/failure'
import { useSession } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { PasswordField, TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { toast } from '@/ui/toast'
import { changeCredits, stalePeople } from '../api'
import { type CreditChange, countOf, type PersonDetails } from '../model'
import * as messages from '../peopleMessages'

type ConfirmByPasswordProps = {
  title: string
  body: ReactNode
  confirmLabel: string
  danger?: boolean
  failed: string
  onClose: () => void
  onConfirm: (password: string) => Promise<string>
}

export function ConfirmByPassword({
  title,
  body,
  confirmLabel,
  danger,
  failed,
  onClose,
  onConfirm,
}: ConfirmByPasswordProps) {
  const formId = useId()
  const acting = useMutation({
    mutationFn: onConfirm,
    onSuccess: (message) => {
      toast.success(message)
      onClose()
    },
    onSettled: stalePeople,
  })
  const form = useServerForm({
    defaultValues: { password: '' },
    check: ({ password }) => (password === '' ? { password: messages.PASSWORD_MISSING } : {}),
    call: acting,
    send: ({ password }) => acting.mutate(password),
    refusedAt: (error) => (hasCode(error, 'wrong_password') ? 'password' : null),
    failed,
  })
  const close = () => (acting.isPending ? undefined : onClose())
  return (
    <Modal
      open
      onClose={close}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={close}>{messages.CANCEL}</Button>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={acting.isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="grid gap-5">
        <p className="text-muted">{body}</p>
        {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
        <OwnPassword {...form.field('password')} />
      </form>
    </Modal>
  )
}

function OwnPassword(rest: { name: string; error?: string }) {
  const { user } = useSession()
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        label={messages.OWN_PASSWORD}
        hint={messages.OWN_PASSWORD_HINT}
        autoComplete="current-password"
        {...rest}
      />
    </>
  )
}

type Typed = { contests: string; polls: string; password: string }

function checkCredits({ contests, polls, password }: Typed): Partial<Record<keyof Typed, string>> {
  const marks: Partial<Record<keyof Typed, string>> = {}
  const numbers = { contests: countOf(contests), polls: countOf(polls) }
  for (const name of ['contests', 'polls'] as const) {
    const number = numbers[name]
    if (number === null || Math.abs(number) > messages.MOST) marks[name] = messages.NO_NUMBER
  }
  if (numbers.contests === 0 && numbers.polls === 0) marks.contests = messages.NOTHING
  if (password === '') marks.password = messages.PASSWORD_MISSING
  return marks
}

/** Creations to give, or with a minus to take. */
export function CreditsDialog({ person, onClose }: { person: PersonDetails; onClose: () => void }) {
  const formId = useId()
  const saving = useMutation({
    mutationFn: ({ change, password }: { change: CreditChange; password: string }) =>
      changeCredits(person.id, change, password),
    onSuccess: (message) => {
      toast.success(message)
      onClose()
    },
    onSettled: stalePeople,
  })
  const form = useServerForm({
    defaultValues: { contests: '', polls: '', password: '' },
    check: checkCredits,
    call: saving,
    send: ({ contests, polls, password }) =>
      saving.mutate({ change: { contests: countOf(contests) ?? 0, polls: countOf(polls) ?? 0 }, password }),
    refusedAt: (error) => {
      if (hasCode(error, 'wrong_password')) return 'password'
      const field = refusedField(error)
      return field === 'contests' || field === 'polls' ? field : null
    },
    failed: messages.CREDITS_FAILED,
  })
  const close = () => (saving.isPending ? undefined : onClose())
  return (
    <Modal
      open
      onClose={close}
      title={messages.CREDITS_TITLE}
      description={person.fullName}
      size="sm"
      footer={
        <>
          <Button onClick={close}>{messages.CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
            {messages.CREDITS_CONFIRM}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="grid gap-5">
        <p className="text-muted text-sm">{messages.CREDITS_INTRO}</p>
        {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={messages.CREDITS_CONTESTS}
            hint={messages.leftNow(person.contestCredits)}
            autoComplete="off"
            maxLength={7}
            {...form.field('contests')}
          />
          <TextField
            label={messages.CREDITS_POLLS}
            hint={messages.leftNow(person.pollCredits)}
            autoComplete="off"
            maxLength={7}
            {...form.field('polls')}
          />
        </div>
        <OwnPassword {...form.field('password')} />
      </form>
    </Modal>
  )
}
