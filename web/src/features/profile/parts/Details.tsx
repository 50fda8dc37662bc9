/** Who one is here: shown, and changed in place. The name also stands in the menu, which follows at once. */
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { failureText, refusedField } from '@/api/failure'
import { useSite } from '@/api/session'
import { yearChoices } from '@/lib/checks'
import { serverNow } from '@/lib/serverClock'
import { formatDay } from '@/lib/time'
import { Button } from '@/ui/Button'
import { SelectField, TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { toast } from '@/ui/toast'
import { changeDetails, DETAIL_FIELDS } from '../api'
import { checkDetails, type Details as Fields, type Profile, tidyDetails, yearsWith } from '../model'
import { CANCEL, EDIT, EMAIL_FIXED, NOT_GIVEN, SAVE, SAVE_FAILED, SECTIONS, YEAR_UNKNOWN } from '../words'
import { focusMarked, useFocusRefused, useOpener } from './focus'
import { Section } from './Section'

export function Details({ profile }: { profile: Profile }) {
  const { timeZone } = useSite()
  const [editing, setEditing] = useState(false)
  const edit = useOpener(editing)
  const rows = [
    { what: 'Full name', is: profile.fullName },
    { what: 'E-mail', is: profile.email },
    { what: 'Contact', is: profile.contact || NOT_GIVEN },
    { what: 'Year', is: profile.batch ? String(profile.batch) : NOT_GIVEN },
    { what: 'Here since', is: formatDay(profile.createdAt, timeZone) },
  ]
  return (
    <Section
      id="details"
      title={SECTIONS.details}
      actions={
        editing ? null : (
          <Button
            ref={edit}
            size="sm"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => setEditing(true)}
          >
            {EDIT}
          </Button>
        )
      }
    >
      {editing ? (
        <DetailsForm profile={profile} onDone={() => setEditing(false)} />
      ) : (
        <dl className="grid content-start items-baseline gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
          {rows.map((row) => (
            <div key={row.what} className="contents">
              <dt className="text-muted text-sm max-sm:-mb-3">{row.what}</dt>
              <dd className="num min-w-0 break-words font-medium">{row.is}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

function DetailsForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { timeZone } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const { fullName, contact, batch } = profile
  const before = { fullName, contact, batch }
  const [fields, setFields] = useState<Fields>(before)
  const [asked, setAsked] = useState(false)
  const saving = useMutation({
    mutationFn: (now: Fields) => changeDetails(profile.id, before, now),
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone()
    },
  })
  useFocusRefused(form, saving.isError)
  const refused = DETAIL_FIELDS[refusedField(saving.error) ?? '']
  const errors = {
    ...(asked ? checkDetails(fields, before) : {}),
    ...(refused ? { [refused]: failureText(saving.error, SAVE_FAILED) } : {}),
  }

  const change = (part: Partial<Fields>) => {
    setFields({ ...fields, ...part })
    // A refusal was for what stood there before.
    if (saving.isError) saving.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const now = tidyDetails(fields)
    if (Object.keys(checkDetails(now, before)).length > 0) requestAnimationFrame(() => focusMarked(form.current))
    else if (now.fullName === fullName && now.contact === contact && now.batch === batch) onDone()
    else if (!saving.isPending) saving.mutate(now)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={SECTIONS.details} className="grid max-w-lg gap-5">
      {saving.isError && !refused ? <Notice tone="brick">{failureText(saving.error, SAVE_FAILED)}</Notice> : null}
      <TextField
        label="Full name"
        autoComplete="name"
        autoFocus
        maxLength={100}
        value={fields.fullName}
        error={errors.fullName}
        onChange={(event) => change({ fullName: event.target.value })}
      />
      <TextField label="E-mail" type="email" value={profile.email} hint={EMAIL_FIXED} readOnly disabled />
      <TextField
        label="Contact number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={fields.contact}
        error={errors.contact}
        onChange={(event) => change({ contact: event.target.value })}
      />
      <SelectField
        label="Year"
        value={fields.batch ?? ''}
        error={errors.batch}
        onChange={(event) => change({ batch: Number(event.target.value) || null })}
      >
        {batch === null ? <option value="">{YEAR_UNKNOWN}</option> : null}
        {yearsWith(batch, yearChoices(serverNow(), timeZone)).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {SAVE}
        </Button>
        <Button onClick={onDone}>{CANCEL}</Button>
      </div>
    </form>
  )
}
