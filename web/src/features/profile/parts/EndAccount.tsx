/**
 * The end of an account: says what goes and what stays before it asks for the password. Afterwards the browser knows
 * nothing of the person any more, and the landing page says good-bye.
 */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { endSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { Button } from '@/ui/Button'
import { PasswordField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Notice } from '@/ui/Notice'
import { endAccount } from '../api'
import type { Profile } from '../model'
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
} from '../words'
import { focusMarked, useFocusRefused } from './focus'
import { Section } from './Section'

export function EndAccount({ profile }: { profile: Profile }) {
  const navigate = useNavigate()
  const { billing } = useSite()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const lost = billing ? creationsLost(profile.contestCredits, profile.pollCredits) : null

  const ending = useMutation({
    mutationFn: (typed: string) =>
      endSession(
        () => endAccount(typed),
        () => navigate({ ...paths.home(), state: { farewell: true } }),
      ),
  })
  useFocusRefused(form, ending.isError)
  const wrong = hasCode(ending.error, 'wrong_password')
  const close = () => {
    if (ending.isPending) return
    setOpen(false)
    setPassword('')
    setAsked(false)
    ending.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (password === '') requestAnimationFrame(() => focusMarked(form.current))
    else if (!ending.isPending) ending.mutate(password)
  }

  return (
    <Section id="delete" title={SECTIONS.ending}>
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
        <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-5">
          {ending.isError && !wrong ? <Notice tone="brick">{failureText(ending.error, DELETE_FAILED)}</Notice> : null}
          <Fate title={GOES} items={GOING} />
          <Fate title={STAYS} items={STAYING} />
          {lost ? <Notice tone="amber">{lost}</Notice> : null}
          <input type="email" name="username" autoComplete="username" value={profile.email} readOnly hidden />
          <PasswordField
            label={CURRENT_PASSWORD}
            autoComplete="current-password"
            value={password}
            error={
              wrong ? failureText(ending.error, DELETE_FAILED) : asked && password === '' ? PASSWORD_MISSING : undefined
            }
            onChange={(event) => {
              setPassword(event.target.value)
              if (ending.isError) ending.reset()
            }}
          />
        </form>
      </Modal>
    </Section>
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
