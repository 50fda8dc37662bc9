/**
 * Club form, for ADMIN: its names, what it says about itself, colour with a look at its mark, links, picture. The short
 * name is proposed from the name and fixed once the club is made. A failed form keeps everything.
 */
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useServerForm } from '@/api/useServerForm'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { TextArea, TextField } from '@/ui/Field'
import { PictureDropzone } from '@/ui/PictureDropzone'
import { refusedPart } from '../api'
import * as messages from '../messages'
import {
  type Club,
  type ClubDraft,
  type ClubErrors,
  checkDraft,
  coloursOf,
  contrast,
  draftOf,
  isColour,
  MOST_LINKS,
  newDraft,
  pictureRefusal,
  proposedShortName,
} from '../model'
import { useSaveClub } from '../mutations'
import { ClubMark } from './ClubMark'

type ClubFormProps = {
  /** The club to change; a new one when absent. */
  club?: Club
  onDone: (club: Club) => void
  onCancel: () => void
}

export function ClubForm({ club, onDone, onCancel }: ClubFormProps) {
  const [shortChosen, setShortChosen] = useState(false)
  const [picture, setPicture] = useState<File | null>(null)
  const [withoutPicture, setWithoutPicture] = useState(false)
  const [before] = useState(() => (club ? draftOf(club) : null))
  const saving = useSaveClub(club?.shortName ?? null, onDone)
  const form = useServerForm({
    defaultValues: before ?? newDraft(),
    check: checkDraft,
    call: saving,
    send: (draft) => saving.mutate({ draft, before, picture, withoutPicture }),
    refusedAt: refusedPart,
    failed: club ? messages.SAVE_FAILED : messages.FOUND_FAILED,
  })
  const { errors } = form
  const draft = form.watch()
  const name = form.field('name')

  return (
    <form {...form.props} aria-label={messages.DETAILS}>
      <Card className="grid gap-x-10 gap-y-6 p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid content-start gap-5">
          <TextField
            label={messages.NAME}
            required
            maxLength={80}
            autoComplete="off"
            {...name}
            onChange={(event) => {
              if (!club && !shortChosen) form.setValue('shortName', proposedShortName(event.target.value))
              return name.onChange(event)
            }}
          />
          <TextField
            label={messages.SHORT_NAME}
            required
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            readOnly={club !== undefined}
            hint={club ? messages.SHORT_NAME_FIXED : messages.SHORT_NAME_HINT}
            {...form.field('shortName')}
            onChange={(event) => {
              setShortChosen(event.target.value !== '')
              form.change({ shortName: event.target.value.toUpperCase() })
            }}
          />
          <TextArea
            label={messages.DESCRIPTION}
            rows={8}
            maxLength={5000}
            hint={messages.DESCRIPTION_HINT}
            {...form.field('description')}
          />
          <Links draft={draft} errors={errors} onChange={(links) => form.change({ links })} />
        </div>
        <div className="grid content-start gap-6">
          <Colour draft={draft} error={errors.colour} onChange={(colour) => form.change({ colour })} />
          <PictureDropzone
            file={picture}
            shown={withoutPicture ? null : (club?.picture?.url ?? null)}
            onFile={setPicture}
            onRemove={() => setWithoutPicture(true)}
            refusalOf={pictureRefusal}
            hint={messages.PICTURE_HINT}
            removeLabel={messages.REMOVE_PICTURE}
            aspect="aspect-[5/2]"
          />
        </div>
      </Card>
      {form.refusal ? (
        <Alert tone={form.refusalTone} className="mt-5">
          {form.refusal}
        </Alert>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{messages.CANCEL}</Button>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {club ? messages.SAVE : messages.FOUND}
        </Button>
      </div>
    </form>
  )
}

type ColourProps = { draft: ClubDraft; error: string | undefined; onChange: (colour: string) => void }

function Colour({ draft, error, onChange }: ColourProps) {
  const { ground, ink } = coloursOf(draft.colour)
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{messages.COLOUR}</legend>
      <div className="flex items-start gap-3">
        <ClubMark club={{ name: draft.name || 'A', colour: draft.colour }} />
        <input
          type="color"
          aria-label={messages.COLOUR}
          value={isColour(draft.colour) ? draft.colour : ground}
          onChange={(event) => onChange(event.target.value)}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-edge bg-surface p-1"
        />
        <TextField
          label={<span className="sr-only">{messages.COLOUR_CODE}</span>}
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={draft.colour}
          error={error}
          hint={isColour(draft.colour) ? messages.readBetter(ink, contrast(ground, ink)) : undefined}
          onChange={(event) => onChange(event.target.value.trim())}
          className="min-w-0 flex-1 [&>label]:contents"
        />
      </div>
    </fieldset>
  )
}

type LinksProps = { draft: ClubDraft; errors: ClubErrors; onChange: (links: ClubDraft['links']) => void }

function Links({ draft: { links }, errors, onChange }: LinksProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const add = () => {
    const key = Math.max(-1, ...links.map((link) => link.key)) + 1
    onChange([...links, { key, label: '', url: '' }])
    focusAfterRender(() => list.current?.querySelector<HTMLElement>(`[data-link="${key}"] input`))
  }
  const remove = (key: number) => {
    onChange(links.filter((link) => link.key !== key))
    focusAfterRender(() => list.current?.querySelector<HTMLElement>('[data-add]'))
  }
  const change = (key: number, part: { label?: string; url?: string }) =>
    onChange(links.map((link) => (link.key === key ? { ...link, ...part } : link)))
  return (
    <fieldset ref={list} className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-semibold text-sm">{messages.LINKS}</legend>
      {links.map(({ key, label, url }, at) => (
        <fieldset
          key={key}
          data-link={key}
          aria-label={messages.linkNumber(at + 1)}
          className="grid grid-cols-[minmax(0,1fr)_2.75rem] items-start gap-x-2 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.75rem]"
        >
          <TextField
            label={messages.LINK_LABEL}
            maxLength={60}
            value={label}
            onChange={(event) => change(key, { label: event.target.value })}
            className="max-sm:col-start-1"
          />
          <TextField
            label={messages.LINK_URL}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            maxLength={500}
            value={url}
            error={errors.link?.[key]}
            onChange={(event) => change(key, { url: event.target.value })}
            className="max-sm:col-start-1"
          />
          <button
            type="button"
            aria-label={`Remove ${messages.linkNumber(at + 1).toLowerCase()}`}
            onClick={() => remove(key)}
            className="mt-[1.6875rem] grid size-11 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink max-sm:col-start-2 max-sm:row-start-1"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </fieldset>
      ))}
      {errors.links ? (
        <p role="alert" className="text-brick text-sm">
          {errors.links}
        </p>
      ) : null}
      {links.length < MOST_LINKS ? (
        <Button
          data-add
          size="sm"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={add}
          className="justify-self-start"
        >
          {messages.ADD_LINK}
        </Button>
      ) : (
        <p className="text-muted text-sm">{messages.LINKS_FULL}</p>
      )}
    </fieldset>
  )
}
