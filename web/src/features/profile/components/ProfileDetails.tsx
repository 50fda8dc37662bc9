/**
 * Profile details: name, contact and year, shown and changed in place. The name also stands in the menu, which follows
 * at once.
 */
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { refusedField } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { serverNow } from '@/lib/serverClock'
import { formatDay } from '@/lib/time'
import { yearChoices } from '@/lib/validation'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { SelectField, TextField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { changeDetails, DETAIL_FIELDS } from '../api'
import { useOpener } from '../formFocus'
import { CANCEL, EDIT, EMAIL_FIXED, NOT_GIVEN, SAVE, SAVE_FAILED, SECTIONS, YEAR_UNKNOWN } from '../messages'
import { checkDetails, type Details as Fields, type Profile, tidyDetails, yearsWith } from '../model'
import { ProfileSection } from './ProfileSection'

export function ProfileDetails({ profile }: { profile: Profile }) {
  const { timeZone } = useSite()
  const [editing, setEditing] = useState(false)
  const edit = useOpener(editing)
  const rows = [
    { what: 'Full name', is: profile.fullName },
    { what: 'E-mail', is: profile.email },
    { what: 'Contact', is: profile.contact || NOT_GIVEN },
    { what: 'Batch', is: profile.batch ? String(profile.batch) : NOT_GIVEN },
    { what: 'Joined', is: formatDay(profile.createdAt, timeZone) },
  ]
  return (
    <ProfileSection
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
              <dd className="num min-w-0 font-medium">{row.is}</dd>
            </div>
          ))}
        </dl>
      )}
    </ProfileSection>
  )
}

function DetailsForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { timeZone } = useSite()
  const { fullName, contact, batch } = profile
  const before = { fullName, contact, batch }
  const saving = useMutation({
    mutationFn: (now: Fields) => changeDetails(profile.id, before, now),
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone()
    },
  })
  const form = useServerForm({
    defaultValues: { fullName, contact, batch: batch === null ? '' : String(batch) },
    check: (fields) => checkDetails(detailsOf(fields), before),
    call: saving,
    send: (fields) => {
      const now = detailsOf(fields)
      if (now.fullName === fullName && now.contact === contact && now.batch === batch) onDone()
      else saving.mutate(now)
    },
    refusedAt: (error) => DETAIL_FIELDS[refusedField(error) ?? ''],
    failed: SAVE_FAILED,
  })

  return (
    <form {...form.props} aria-label={SECTIONS.details} className="grid max-w-lg gap-5">
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      <TextField label="Full name" autoComplete="name" autoFocus maxLength={100} {...form.field('fullName')} />
      <TextField label="E-mail" type="email" value={profile.email} hint={EMAIL_FIXED} readOnly disabled />
      <TextField label="Contact number" type="tel" inputMode="tel" autoComplete="tel" {...form.field('contact')} />
      <SelectField label="Batch year" {...form.field('batch')}>
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

function detailsOf({ fullName, contact, batch }: { fullName: string; contact: string; batch: string }): Fields {
  return tidyDetails({ fullName, contact, batch: Number(batch) || null })
}
