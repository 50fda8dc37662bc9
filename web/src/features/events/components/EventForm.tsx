/**
 * Event form, an event as its club writes it: what, when, where, how many, with which picture, and the registration
 * form. Only the title is required. A new one stays in this browser until it exists, what is changed of another until
 * it is saved: through a reload and through a log-in in between. A refusal leaves everything as it was typed. `frame`
 * puts the buttons where they belong: a page or a dialog.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { type FormCall, useServerForm } from '@/api/useServerForm'
import { hrefOf, paths } from '@/app/paths'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { serverNow } from '@/lib/serverClock'
import { zoneNote } from '@/lib/time'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { SelectField, TextArea, TextField } from '@/ui/Field'
import { Skeleton } from '@/ui/Skeleton'
import { type ClubChoice, refusedPart } from '../api'
import { eventChanges, eventDraft } from '../eventDrafts'
import * as messages from '../messages'
import {
  type ClubEvent,
  changedParts,
  checkDraft,
  type DraftErrors,
  draftOf,
  type EventDraft,
  eventFrom,
  restoredDraft,
  withChanges,
  withStart,
} from '../model'
import { type Asked, useCreateEvent, useSaveEvent } from '../mutations'
import { unreadableInputs } from '../unreadableInputs'
import { FormBuilder } from './FormBuilder'
import { LogInPrompt } from './LogInPrompt'
import { PictureField } from './PictureField'

export type Frame = (body: ReactNode, buttons: ReactNode) => ReactNode

type NewProps = {
  userId: string
  /** One of them is whose event it will be. */
  clubs: readonly ClubChoice[]
  club: string
  onClub: (club: string) => void
  onDone: (id: string) => void
  onCancel: () => void
  frame: Frame
}

export function NewEventForm({ userId, clubs, club, onClub, onDone, onCancel, frame }: NewProps) {
  const kept = eventDraft(userId)
  const creating = useCreateEvent(club, (id) => {
    kept.clear()
    onDone(id)
  })
  return (
    <Fields
      first={() => restoredDraft(kept.read())}
      onDraft={(draft) => kept.write(draft)}
      call={creating}
      failed={messages.CREATE_FAILED}
      submit={messages.CREATE}
      onCancel={() => {
        kept.clear()
        onCancel()
      }}
      frame={frame}
      needsClub={club === ''}
      club={(error) =>
        clubs.length > 1 ? (
          <SelectField
            label={messages.CLUB}
            required
            value={club}
            error={club === '' ? error : undefined}
            onChange={(event) => onClub(event.target.value)}
          >
            {club === '' ? <option value="">{messages.CHOOSE_CLUB}</option> : null}
            {clubs.map(({ shortName, name }) => (
              <option key={shortName} value={shortName}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : null
      }
    />
  )
}

type EditProps = { userId: string; event: ClubEvent; onDone: () => void; onCancel: () => void; frame: Frame }

export function EditEventForm({ userId, event, onDone, onCancel, frame }: EditProps) {
  const kept = eventChanges(event.id, userId)
  const [restored] = useState(() => kept.read() !== null)
  const { timeZone } = useSite()
  const saving = useSaveEvent(event, timeZone, () => {
    kept.clear()
    onDone()
  })
  return (
    <Fields
      first={(zone) => withChanges(draftOf(event, zone), kept.read())}
      onDraft={(draft, zone) => {
        const changed = changedParts(draftOf(event, zone), draft)
        if (Object.keys(changed).length > 0) kept.write(changed)
        else kept.clear()
      }}
      restored={restored}
      shown={event.pictureOwn ? (event.picture?.url ?? null) : null}
      note={event.registered + event.waiting > 0 ? messages.NEW_VERSION : undefined}
      call={saving}
      failed={messages.SAVE_FAILED}
      submit={messages.SAVE}
      back={hrefOf(paths.editEvent(event.id))}
      onCancel={() => {
        kept.clear()
        onCancel()
      }}
      frame={frame}
    />
  )
}

type FieldsProps = {
  first: (zone: string) => EventDraft
  onDraft: (draft: EventDraft, zone: string) => void
  /** What is there at first was begun before. */
  restored?: boolean
  /** The uploaded picture there is. */
  shown?: string | null
  note?: string
  /** Where the club is chosen. */
  club?: (error: string | undefined) => ReactNode
  needsClub?: boolean
  call: FormCall & { mutate: (asked: Asked) => void }
  failed: string
  submit: string
  /** Where to go on after a log-in, if the form itself is what leads to it. */
  back?: string
  onCancel: () => void
  frame: Frame
}

const NARROW = 'min-w-0 grid-cols-[minmax(0,1fr)]'

/** Times are typed in the institute's zone: before it is known there is nothing to type into. */
function Fields(props: FieldsProps) {
  const { timeZone, known } = useSite()
  if (known) return <ZonedFields {...props} zone={timeZone} />
  return props.frame(
    <div role="status" aria-label={messages.LOADING_FORM}>
      <Skeleton className="h-120 rounded-card" />
    </div>,
    null,
  )
}

function ZonedFields(props: FieldsProps & { zone: string }) {
  const {
    zone,
    first,
    onDraft,
    restored,
    shown = null,
    note,
    club,
    needsClub,
    call,
    failed,
    submit,
    back,
    onCancel,
    frame,
  } = props
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const loggingIn = useRef<HTMLAnchorElement>(null)
  const [begun] = useState(() => first(zone))
  const [picture, setPicture] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const form = useServerForm<EventDraft, DraftErrors>({
    defaultValues: begun,
    check: (draft) => {
      const found = checkDraft(draft, serverNow(), zone)
      for (const name of unreadableInputs(form.props.ref.current)) {
        if (name === 'start' || name === 'end') found[name] = messages.STRANGE_TIME
      }
      if (needsClub) found.club = messages.CLUB_MISSING
      return found
    },
    call,
    send: (draft) => {
      onDraft(draft, zone)
      call.mutate({ event: eventFrom(draft, zone), picture, withoutPicture: removed && !picture })
    },
    refusedAt: refusedPart,
    failed,
    judgesAgain: false,
    onChange: (draft) => onDraft(draft, zone),
    // One of the form's fields is marked below it.
    place: root,
  })
  const { change, errors } = form
  const draft = form.watch()
  const loggedOut = hasCode(call.error, 'logged_out')
  useEffect(() => {
    // It stands above a long form.
    if (loggedOut) focusAfterRender(() => loggingIn.current)
  }, [loggedOut])

  const body = (
    <div ref={root} className="@container grid grid-cols-[minmax(0,1fr)] gap-8">
      <form id={id} {...form.props} aria-label={messages.DETAILS} className="grid gap-5">
        {loggedOut && back ? <LogInPrompt ref={loggingIn} text={messages.LOGGED_OUT} back={back} /> : null}
        {restored ? <Alert tone="sky">{messages.CHANGES_BACK}</Alert> : null}
        {form.refusal && !loggedOut ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 @2xl:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid gap-5">
            {club?.(errors.club)}
            <TextField
              label="Title"
              required
              maxLength={200}
              placeholder="Night photography walk"
              {...form.field('title')}
            />
            <TextArea label="Description" rows={5} maxLength={5000} {...form.field('description')} />
            <TextField label="Location" maxLength={200} placeholder="Clock tower" {...form.field('location')} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-5 @lg:grid-cols-2 @2xl:grid-cols-1 @4xl:grid-cols-2">
              <TextField
                label="Start"
                type="datetime-local"
                data-field="start"
                value={draft.start}
                error={errors.start}
                className={NARROW}
                onChange={(event) =>
                  change(withStart(draft, event.target.value, zone), {
                    start: undefined,
                    end: undefined,
                    location: undefined,
                  })
                }
              />
              <TextField
                label="End"
                type="datetime-local"
                data-field="end"
                min={draft.start || undefined}
                value={draft.end}
                error={errors.end}
                className={NARROW}
                onChange={(event) =>
                  change({ end: event.target.value }, { start: undefined, end: undefined, location: undefined })
                }
              />
              <p className="col-span-full text-muted text-sm">
                {zoneNote(zone, draft.start, draft.end)} {messages.WITHOUT_TIMES}
              </p>
            </div>
            <TextField
              label="Places"
              inputMode="numeric"
              maxLength={8}
              autoComplete="off"
              placeholder="No limit"
              hint={messages.CAPACITY_HINT}
              className="@md:max-w-80"
              {...form.field('capacity')}
            />
          </div>
          <PictureField
            file={picture}
            onFile={setPicture}
            shown={removed ? null : shown}
            onRemove={() => setRemoved(true)}
            url={draft.pictureUrl}
            error={errors.pictureUrl}
            onUrl={(pictureUrl) => change({ pictureUrl }, { pictureUrl: undefined })}
          />
        </div>
      </form>
      <div className="border-line border-t pt-7">
        <FormBuilder
          fields={draft.fields}
          marks={errors.fields ?? {}}
          note={note}
          onChange={(fields, marks) => change({ fields }, { fields: marks })}
        />
      </div>
    </div>
  )
  return frame(
    body,
    <>
      <Button onClick={onCancel} className="max-sm:flex-1">
        Cancel
      </Button>
      <Button type="submit" form={id} variant="primary" busy={call.isPending} className="max-sm:flex-1">
        {submit}
      </Button>
    </>,
  )
}
