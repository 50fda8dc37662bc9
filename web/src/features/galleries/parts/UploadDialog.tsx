/**
 * 'Create Gallery' for an event, or more pictures for the gallery it has. Each picture has its own progress; what the
 * server refuses is named with its reason, what did not get through is tried again, and all that is there stays. Closed
 * by its cross it keeps what was chosen, Cancel drops it, and while it sends it asks first.
 */
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Failure, failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { TextArea, TextField } from '@/ui/Field'
import { FilePicker, PickedList } from '@/ui/FilePicker'
import { Modal } from '@/ui/Modal'
import { Notice } from '@/ui/Notice'
import { Progress } from '@/ui/Progress'
import { toast } from '@/ui/toast'
import { refusedText } from '../api'
import {
  type Caption,
  DESCRIPTION_MOST,
  defaultCaption,
  type Gallery,
  type GalleryEvent,
  MOST_BYTES,
  TITLE_MOST,
} from '../model'
import { type Item, isDue, tally } from '../uploading'
import { useUploads } from '../useUploads'
import * as words from '../words'

type UploadDialogProps = {
  club: string
  event: Pick<GalleryEvent, 'id' | 'title'>
  /** The gallery the event has, which then keeps its texts. */
  gallery: Pick<Gallery, 'title'> | null
  open: boolean
  onClose: () => void
}

export function UploadDialog(props: UploadDialogProps) {
  const [round, setRound] = useState(0)
  const [over, setOver] = useState(false)
  // Begun anew when it opens again, not when it closes: it leaves as it was, and takes nothing chosen since with it.
  if (props.open && over) {
    setOver(false)
    setRound(round + 1)
  }
  const closeForGood = () => {
    props.onClose()
    setOver(true)
  }
  return <Dialog key={`${props.event.id} ${round}`} {...props} onDone={closeForGood} />
}

type Errors = { title?: string; description?: string; images?: string }

function Dialog({ club, event, gallery, open, onClose, onDone }: UploadDialogProps & { onDone: () => void }) {
  const formId = useId()
  // Decided when it opens: that the first picture makes the gallery does not turn the form into another.
  const [adding] = useState(gallery)
  const [made, setMade] = useState(false)
  const [caption, setCaption] = useState<Caption>(() =>
    adding ? { title: adding.title, description: '' } : defaultCaption(event),
  )
  const [errors, setErrors] = useState<Errors>({})
  const [ended, setEnded] = useState<{ tone: 'amber' | 'brick'; text: string } | null>(null)
  const [asking, setAsking] = useState(false)
  const uploads = useUploads({ eventId: event.id, club })
  const { items, running } = uploads
  const counts = tally(items)
  const due = items.filter(isDue)
  const failed = adding || made ? words.ADD_FAILED : words.CREATE_FAILED

  const change = (part: Partial<Caption>) => {
    setCaption({ ...caption, ...part })
    setErrors({})
  }
  const check = (): Errors => ({
    ...(caption.title.trim() === '' ? { title: words.TITLE_MISSING } : {}),
    ...(due.length === 0 ? { images: words.IMAGES_MISSING } : {}),
  })
  const send = async () => {
    if (running) return
    const wrong = check()
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setEnded(null)
    const asked = { title: caption.title.trim(), description: caption.description.trim() }
    const { error, gallery: grown, stopped } = await uploads.start(asked, () => setMade(true))
    if (grown) toast.success(adding || made ? words.ADDED : words.CREATED)
    const field = refusedText(error)
    if (field) return setErrors({ [field]: failureText(error, failed) })
    if (error === null) return stopped ? undefined : onDone()
    const lost = error instanceof Failure && error.offline
    const why = failureText(error, failed)
    if (!grown) toast.error(lost ? failed : why)
    setEnded({ tone: grown ? 'amber' : 'brick', text: lost ? words.LOST : stopped ? why : '' })
  }
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    void send()
  }
  const leave = (go: () => void) => () => (running ? setAsking(true) : go())
  const stop = () => {
    setAsking(false)
    uploads.stop()
    onDone()
  }

  const onlyRefused = items.length > 0 && due.length === 0 && !running
  const sendLabel = running
    ? adding
      ? words.ADDING
      : words.CREATING
    : counts.failed > 0 && counts.chosen === 0
      ? words.retryAll(counts.failed)
      : adding || made
        ? words.ADD
        : words.CREATE
  const footer: ReactNode = (
    <>
      {adding || made ? null : (
        <Button variant="ghost" className="mr-auto" disabled={running} onClick={() => change(defaultCaption(event))}>
          {words.RESET}
        </Button>
      )}
      {onlyRefused && counts.done > 0 ? (
        <Button variant="primary" onClick={onDone}>
          {words.DONE}
        </Button>
      ) : (
        <>
          <Button onClick={leave(onDone)}>{words.CANCEL}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={running}
            disabled={!running && (caption.title.trim() === '' || due.length === 0)}
          >
            {sendLabel}
          </Button>
        </>
      )}
    </>
  )

  return (
    <>
      <Modal
        open={open}
        onClose={leave(counts.done > 0 ? onDone : onClose)}
        title={adding ? words.ADD : words.CREATE}
        description={adding ? adding.title : event.title}
        size="md"
        footer={footer}
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
          {adding ? null : (
            <>
              <TextField
                label={words.TITLE}
                required
                maxLength={TITLE_MOST}
                disabled={running || made}
                value={caption.title}
                hint={made ? words.TEXTS_FIXED : undefined}
                error={errors.title}
                onChange={({ target }) => change({ title: target.value })}
                // A disabled button takes no Enter: what is missing is said all the same.
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  void send()
                }}
                onBlur={() => caption.title.trim() === '' && setErrors({ ...errors, title: words.TITLE_MISSING })}
              />
              <TextArea
                label={words.DESCRIPTION}
                rows={2}
                maxLength={DESCRIPTION_MOST}
                disabled={running || made}
                value={caption.description}
                error={errors.description}
                onChange={({ target }) => change({ description: target.value })}
              />
            </>
          )}
          <fieldset className="grid min-w-0 gap-3">
            <legend className="mb-1.5 font-semibold text-sm">{words.IMAGES}</legend>
            <FilePicker
              label={words.BROWSE}
              hint={words.KINDS}
              accept="image/*"
              maxBytes={MOST_BYTES}
              small={items.length > 0}
              disabled={running}
              error={errors.images}
              onSkipped={() => toast.warning(words.SKIPPED)}
              onAdd={(files) => {
                setErrors({ ...errors, images: undefined })
                setEnded(null)
                uploads.add(files)
              }}
            />
            {running ? (
              <div className="grid gap-1.5">
                <p className="num text-sm">{words.progressText(counts.done, counts.total)}</p>
                <Progress
                  label={words.progressText(counts.done, counts.total)}
                  value={counts.done + counts.refused}
                  max={counts.total}
                  className="rounded-full"
                />
              </div>
            ) : null}
            {ended ? (
              <Notice tone={ended.tone}>
                {words.outcome(counts)} {ended.text}
              </Notice>
            ) : null}
            {items.length > 0 ? (
              <PickedList
                label={words.SELECTED}
                files={items}
                onRemove={uploads.remove}
                isFixed={({ id }) => running || items.some((item) => item.id === id && item.state === 'done')}
                note={({ id }) =>
                  noteOf(
                    items.find((item) => item.id === id),
                    running,
                  )
                }
              />
            ) : null}
          </fieldset>
        </form>
      </Modal>
      <Confirm
        open={asking && running}
        onClose={() => setAsking(false)}
        onConfirm={stop}
        title={words.STOP_TITLE}
        body={words.stopBody(counts.total - counts.done - counts.refused)}
        confirmLabel={words.STOP}
        cancelLabel={words.GO_ON}
        danger
      />
    </>
  )
}

/** Null: the list shows the size. */
function noteOf(item: Item | undefined, running: boolean): ReactNode {
  if (!item) return null
  const { state, share, why, file } = item
  const percent = Math.round(share * 100)
  switch (state) {
    case 'chosen':
      return running ? <p className="text-muted text-sm">{words.WAITING}</p> : null
    case 'sending':
    case 'working':
    case 'busy':
      return (
        <div className="mt-1 grid gap-1 pr-3">
          <Progress label={words.progressLabel(file.name)} value={percent} max={100} className="rounded-full" />
          <p className="num text-muted text-xs">
            {state === 'busy' ? words.BUSY_SERVER : state === 'working' ? words.WORKING : words.sentOf(percent)}
          </p>
        </div>
      )
    case 'done':
      return (
        <p className="flex items-center gap-1.5 text-lawn text-sm">
          <CircleCheck aria-hidden="true" className="size-4" />
          {words.ADDED_ONE}
        </p>
      )
    case 'refused':
    case 'failed':
      return (
        <p className="flex items-start gap-1.5 text-brick text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{why ? `${words.NOT_ADDED}: ${why}` : words.NOT_SENT}</span>
        </p>
      )
  }
}
