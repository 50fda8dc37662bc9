/**
 * Account deletion: says what goes and what stays before it asks for the password. Afterwards the browser knows nothing
 * of the person any more, and the landing page says good-bye.
 */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { hasCode } from '@/api/failure'
import { endSession, useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { paths } from '@/app/paths'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { PasswordField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { endAccount } from '../api'
import {
  CURRENT_PASSWORD,
  creationsLost,
  DELETE,
  DELETE_FAILED,
  DELETE_LAST,
  DELETE_TITLE,
  ENDING_TEXT,
  GOES,
  GOING,
  KEEP,
  PASSWORD_MISSING,
  SECTIONS,
  STAYING,
  STAYS,
} from '../messages'
import type { Profile } from '../model'
import { ProfileSection } from './ProfileSection'

export function DeleteAccount({ profile }: { profile: Profile }) {
  const navigate = useNavigate()
  const { billing } = useSite()
  const formId = useId()
  const [open, setOpen] = useState(false)
  const lost = billing ? creationsLost(profile.contestCredits, profile.pollCredits) : null

  const ending = useMutation({
    mutationFn: (typed: string) =>
      endSession(
        () => endAccount(typed),
        () => navigate({ ...paths.home(), state: { farewell: true } }),
      ),
  })
  const form = useServerForm({
    defaultValues: { password: '' },
    check: ({ password }) => (password === '' ? { password: PASSWORD_MISSING } : {}),
    call: ending,
    send: ({ password }) => ending.mutate(password),
    refusedAt: (error) => (hasCode(error, 'wrong_password') ? 'password' : null),
    failed: DELETE_FAILED,
  })
  const close = () => {
    if (ending.isPending) return
    setOpen(false)
    form.reset()
    ending.reset()
  }

  return (
    <ProfileSection id="delete" title={SECTIONS.ending}>
      <p className="max-w-[66ch]">{ENDING_TEXT}</p>
      <Button
        className="mt-5 text-brick"
        icon={<Trash2 aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        {DELETE}
      </Button>
      <Modal
        open={open}
        onClose={close}
        title={DELETE_TITLE}
        footer={
          <>
            <Button onClick={close}>{KEEP}</Button>
            <Button type="submit" form={formId} variant="danger" busy={ending.isPending}>
              {DELETE_LAST}
            </Button>
          </>
        }
      >
        <form id={formId} {...form.props} className="grid gap-5">
          {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
          <Fate title={GOES} items={GOING} />
          <Fate title={STAYS} items={STAYING} />
          {lost ? <Alert tone="amber">{lost}</Alert> : null}
          <input type="email" name="username" autoComplete="username" value={profile.email} readOnly hidden />
          <PasswordField label={CURRENT_PASSWORD} autoComplete="current-password" {...form.field('password')} />
        </form>
      </Modal>
    </ProfileSection>
  )
}

function Fate({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="font-sans font-semibold text-sm tracking-normal">{title}</h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-sm marker:text-muted">
        {items.map((item) => (
          <li key={item} className="pl-1">
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
