/**
 * An event as its club writes it: what, when, where, how many, with which picture, and the registration form. Only the
 * title is required. A new one stays in this browser until it exists, what is changed of another until it is saved: through
 * a reload and through a log-in in between. A refusal leaves everything as it was typed. `frame` puts the buttons where
 * they belong: a page or a dialog.
 */
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { focusSoon } from '@/lib/focusSoon'
import { serverNow } from '@/lib/serverClock'
import { Button } from '@/ui/Button'
import { SelectField, TextArea, TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { type ClubChoice, refusedPart } from '../api'
import { type Asked, useCreateEvent, useSaveEvent } from '../changes'
import { eventChanges, eventDraft } from '../drafts'
import { onBench } from '../form'
import {
  type ClubEvent,
  changedParts,
  checkDraft,
  type DraftErrors,
  type EventDraft,
  eventFrom,
  fieldOf,
  NO_EVENT,
  restoredDraft,
  withChanges,
  withStart,
} from '../model'
import * as words from '../words'
import { FormBuilder } from './FormBuilder'
import { LoggedOut } from './LoggedOut'
import { PictureField } from './PictureField'
import { unreadIn } from './unread'

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
      send={creating.mutate}
      busy={creating.isPending}
      error={creating.error}
      failed={words.CREATE_FAILED}
      submit={words.CREATE}
      onCancel={() => {
        kept.clear()
        onCancel()
      }}
      frame={frame}
      needsClub={club === ''}
      club={(error) =>
        clubs.length > 1 ? (
          <SelectField
            label={words.CLUB}
            required
            value={club}
            error={club === '' ? error : undefined}
            onChange={(event) => onClub(event.target.value)}
          >
            {club === '' ? <option value="">{words.CHOOSE_CLUB}</option> : null}
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
  const saving = useSaveEvent(event.id, () => {
    kept.clear()
    onDone()
  })
  const asItIs = (zone: string): EventDraft => ({
    ...NO_EVENT,
    title: event.title,
    description: event.description,
    location: event.location,
    start: fieldOf(event.startsAt, zone),
    end: fieldOf(event.endsAt, zone),
    capacity: event.capacity === null ? '' : String(event.capacity),
    pictureUrl: event.pictureUrl,
    fields: onBench(event.fields),
  })
  return (
    <Fields
      first={(zone) => withChanges(asItIs(zone), kept.read())}
      onDraft={(draft, zone) => {
        const changed = changedParts(asItIs(zone), draft)
        if (Object.keys(changed).length > 0) kept.write(changed)
        else kept.clear()
      }}
      restored={restored}
      shown={event.pictureOwn ? (event.picture?.url ?? null) : null}
      note={event.registered + event.waiting > 0 ? words.NEW_VERSION : undefined}
      send={saving.mutate}
      busy={saving.isPending}
      error={saving.error}
      failed={words.SAVE_FAILED}
      submit={words.SAVE}
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
  send: (asked: Asked, handlers: { onError: (error: unknown) => void }) => void
  busy: boolean
  error: unknown
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
    <div role="status" aria-label={words.LOADING_FORM}>
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
    send,
    busy,
    error,
    failed,
    submit,
    back,
    onCancel,
    frame,
  } = props
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const loggingIn = useRef<HTMLAnchorElement>(null)
  const [draft, setDraft] = useState(() => first(zone))
  const [picture, setPicture] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [errors, setErrors] = useState<DraftErrors>({})
  const marking = useRef(false)

  const mark = (found: DraftErrors) => {
    marking.current = true
    setErrors(found)
  }
  // Once the marks are there: the first one is where to go on. One of the form's fields opens first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new marks are what it waits for
  useEffect(() => {
    if (!marking.current) return
    marking.current = false
    const timer = setTimeout(() => root.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), 50)
    return () => clearTimeout(timer)
  }, [errors])

  const change = (part: Partial<EventDraft>, mended: DraftErrors = {}) => {
    const next = { ...draft, ...part }
    setDraft(next)
    onDraft(next, zone)
    setErrors({ ...errors, ...mended })
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const found = checkDraft(draft, serverNow(), zone)
    for (const name of unreadIn(event.currentTarget)) {
      if (name === 'start' || name === 'end') found[name] = words.STRANGE_TIME
    }
    if (needsClub) found.club = words.CLUB_MISSING
    if (Object.keys(found).length > 0) return mark(found)
    setErrors({})
    onDraft(draft, zone)
    send(
      { event: eventFrom(draft, zone), picture, withoutPicture: removed && !picture },
      {
        onError: (refusal) => {
          mark(refusedPart(refusal) ?? {})
          // It stands above a long form.
          if (hasCode(refusal, 'logged_out')) focusSoon(() => loggingIn.current)
        },
      },
    )
  }
  const loggedOut = hasCode(error, 'logged_out')
  const told = error && !refusedPart(error) && !loggedOut

  const body = (
    <div ref={root} className="@container grid grid-cols-[minmax(0,1fr)] gap-8">
      <form id={id} noValidate onSubmit={save} aria-label={words.DETAILS} className="grid gap-5">
        {loggedOut && back ? <LoggedOut ref={loggingIn} text={words.LOGGED_OUT} back={back} /> : null}
        {restored ? <Notice tone="sky">{words.CHANGES_BACK}</Notice> : null}
        {told ? <Notice tone="brick">{failureText(error, failed)}</Notice> : null}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 @2xl:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid gap-5">
            {club?.(errors.club)}
            <TextField
              label="Title"
              required
              maxLength={200}
              placeholder="Night photography walk"
              value={draft.title}
              error={errors.title}
              onChange={(event) => change({ title: event.target.value }, { title: undefined })}
            />
            <TextArea
              label="Description"
              rows={5}
              maxLength={5000}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
            <TextField
              label="Location"
              maxLength={200}
              placeholder="Clock tower"
              value={draft.location}
              error={errors.location}
              onChange={(event) => change({ location: event.target.value }, { location: undefined })}
            />
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
                Times are in the institute’s zone ({zone}). Without an end it lasts a day; without a date registration
                stays open until you close it.
              </p>
            </div>
            <TextField
              label="Places"
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
              placeholder="No limit"
              value={draft.capacity}
              error={errors.capacity}
              hint={words.CAPACITY_HINT}
              className="@md:max-w-80"
              onChange={(event) => change({ capacity: event.target.value }, { capacity: undefined })}
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
      <Button type="submit" form={id} variant="primary" busy={busy} className="max-sm:flex-1">
        {submit}
      </Button>
    </>,
  )
}
