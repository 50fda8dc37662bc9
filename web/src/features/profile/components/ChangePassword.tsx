/** Password change, for whoever knows the present password. The server ends every other session with it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { hasCode, refusedField } from '@/api/failure'
import { useServerForm } from '@/api/useServerForm'
import { PASSWORD_RULES, passwordsDiffer } from '@/lib/validation'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { PasswordField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { changePassword, PASSWORD_FIELDS, SESSIONS_KEY } from '../api'
import { useOpener } from '../formFocus'
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
} from '../messages'
import { checkPassword, type NewPassword } from '../model'
import { ProfileSection } from './ProfileSection'

const NOTHING: NewPassword = { current: '', password: '', again: '' }

export function ChangePassword({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const opener = useOpener(open)
  return (
    <ProfileSection id="password" title={SECTIONS.password} text={PASSWORD_ENDS}>
      {open ? (
        <PasswordForm email={email} onDone={() => setOpen(false)} />
      ) : (
        <Button ref={opener} icon={<KeyRound aria-hidden="true" className="size-4.5" />} onClick={() => setOpen(true)}>
          {CHANGE_PASSWORD}
        </Button>
      )}
    </ProfileSection>
  )
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const cache = useQueryClient()
  const changing = useMutation({
    mutationFn: ({ current, password }: NewPassword) => changePassword(current, password),
    onSuccess: (message) => {
      toast.success(message)
      void cache.invalidateQueries({ queryKey: SESSIONS_KEY })
      onDone()
    },
  })
  const form = useServerForm({
    defaultValues: NOTHING,
    check: checkPassword,
    call: changing,
    send: changing.mutate,
    refusedAt: (error) => (hasCode(error, 'wrong_password') ? 'current' : PASSWORD_FIELDS[refusedField(error) ?? '']),
    failed: PASSWORD_FAILED,
  })
  const [password, again] = form.watch(['password', 'again'])

  return (
    <form {...form.props} aria-label={CHANGE_PASSWORD} className="grid max-w-lg gap-5">
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      {/* So that password managers file the new password under the right name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={CURRENT_PASSWORD} autoComplete="current-password" autoFocus {...form.field('current')} />
      <PasswordField
        label={NEW_PASSWORD}
        autoComplete="new-password"
        hint={PASSWORD_RULES}
        {...form.field('password')}
      />
      <PasswordField
        label={REPEAT_PASSWORD}
        autoComplete="new-password"
        {...form.field('again')}
        error={passwordsDiffer(password, again) ? PASSWORDS_DIFFER : form.errors.again}
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
