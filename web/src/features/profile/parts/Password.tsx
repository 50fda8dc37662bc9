/** A new password, for whoever knows the present one. The server ends every other session with it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { failureText, hasCode, refusedField } from '@/api/failure'
import { PASSWORD_RULES, passwordsDiffer } from '@/lib/checks'
import { Button } from '@/ui/Button'
import { PasswordField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { toast } from '@/ui/toast'
import { changePassword, PASSWORD_FIELDS, SESSIONS_KEY } from '../api'
import { checkPassword, type NewPassword } from '../model'
import {
  CANCEL,
  CHANGE_PASSWORD,
  CURRENT_PASSWORD,
  NEW_PASSWORD,
  PASSWORD_ENDS,
  PASSWORD_FAILED,
  PASSWORDS_DIFFER,
  REPEAT_PASSWORD,
  SECTIONS,
} from '../words'
import { focusMarked, useFocusRefused, useOpener } from './focus'
import { Section } from './Section'

const NOTHING: NewPassword = { current: '', password: '', again: '' }

export function Password({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const opener = useOpener(open)
  return (
    <Section id="password" title={SECTIONS.password} text={PASSWORD_ENDS}>
      {open ? (
        <PasswordForm email={email} onDone={() => setOpen(false)} />
      ) : (
        <Button ref={opener} icon={<KeyRound aria-hidden="true" className="size-4.5" />} onClick={() => setOpen(true)}>
          {CHANGE_PASSWORD}
        </Button>
      )}
    </Section>
  )
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(NOTHING)
  const [asked, setAsked] = useState(false)
  const changing = useMutation({
    mutationFn: ({ current, password }: NewPassword) => changePassword(current, password),
    onSuccess: (message) => {
      toast.success(message)
      void cache.invalidateQueries({ queryKey: SESSIONS_KEY })
      onDone()
    },
  })
  useFocusRefused(form, changing.isError)
  const refused = hasCode(changing.error, 'wrong_password')
    ? 'current'
    : PASSWORD_FIELDS[refusedField(changing.error) ?? '']
  const errors = {
    ...(asked
      ? checkPassword(fields)
      : passwordsDiffer(fields.password, fields.again)
        ? { again: PASSWORDS_DIFFER }
        : {}),
    ...(refused ? { [refused]: failureText(changing.error, PASSWORD_FAILED) } : {}),
  }
  const change = (part: Partial<NewPassword>) => {
    setFields({ ...fields, ...part })
    if (changing.isError) changing.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(checkPassword(fields)).length > 0) requestAnimationFrame(() => focusMarked(form.current))
    else if (!changing.isPending) changing.mutate(fields)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={CHANGE_PASSWORD} className="grid max-w-lg gap-5">
      {changing.isError && !refused ? (
        <Notice tone="brick">{failureText(changing.error, PASSWORD_FAILED)}</Notice>
      ) : null}
      {/* So that password managers file the new password under the right name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={CURRENT_PASSWORD}
        autoComplete="current-password"
        autoFocus
        value={fields.current}
        error={errors.current}
        onChange={(event) => change({ current: event.target.value })}
      />
      <PasswordField
        label={NEW_PASSWORD}
        autoComplete="new-password"
        hint={PASSWORD_RULES}
        value={fields.password}
        error={errors.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <PasswordField
        label={REPEAT_PASSWORD}
        autoComplete="new-password"
        value={fields.again}
        error={errors.again}
        onChange={(event) => change({ again: event.target.value })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={changing.isPending}>
          {CHANGE_PASSWORD}
        </Button>
        <Button onClick={onDone}>{CANCEL}</Button>
      </div>
    </form>
  )
}
