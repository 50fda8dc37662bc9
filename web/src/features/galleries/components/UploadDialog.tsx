/**
 * Upload dialog: 'Create Gallery' for an event, or more pictures for the gallery it has. Each picture has its own
 * progress; what the server refuses is named with its reason, what did not get through is tried again, and all that is
 * there stays. Closed by its cross it keeps what was chosen, Cancel drops it, and while it sends it asks first.
 */
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Failure, failureText, SOMETHING_BETWEEN } from '@/api/failure'
import { isNotTheSender } from '@/api/sender'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { TextArea, TextField } from '@/ui/Field'
import { FilePicker, PickedList } from '@/ui/FilePicker'
import { Modal } from '@/ui/Modal'
import { Progress } from '@/ui/Progress'
import { toast } from '@/ui/toast'
import { refusedText } from '../api'
import { useUploads } from '../hooks/useUploads'
import * as messages from '../messages'
import {
  type Caption,
  DESCRIPTION_MOST,
  defaultCaption,
  type Gallery,
  type GalleryEvent,
  MOST_BYTES,
  TITLE_MOST,
} from '../model'
import { type Item, isDue, tally } from '../uploadPictures'

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

function Dialog({ club, event, gallery, open, onClose, onDone }: UploadDialogProps & { onDone: () => void }) {
  const formId = useId()
  // Decided when it opens: that the first picture makes the gallery does not turn the form into another.
  const [adding] = useState(gallery)
  const [made, setMade] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const [ended, setEnded] = useState<{ tone: 'amber' | 'brick'; text: string } | null>(null)
  const [asking, setAsking] = useState(false)
  const uploads = useUploads({ eventId: event.id, club })
  const { items, running } = uploads
  const counts = tally(items)
  const due = items.filter(isDue)
  const failed = adding || made ? messages.ADD_FAILED : messages.CREATE_FAILED

  const send = async ({ title, description }: Caption) => {
    setEnded(null)
    setRefused(null)
    const asked = { title: title.trim(), description: description.trim() }
    const { error, gallery: grown, stopped } = await uploads.start(asked, () => setMade(true))
    if (grown) toast.success(adding || made ? messages.ADDED : messages.CREATED)
    if (refusedText(error)) return setRefused(error)
    if (error === null) return stopped ? undefined : onDone()
    const lost = error instanceof Failure && error.offline
    const why = failureText(error, failed)
    if (!grown || isNotTheSender(error)) toast.error(why)
    setEnded({
      tone: grown ? 'amber' : 'brick',
      text: lost ? (error.between ? SOMETHING_BETWEEN : messages.LOST) : stopped ? why : '',
    })
  }
  const form = useServerForm({
    defaultValues: adding ? { title: adding.title, description: '' } : defaultCaption(event),
    check: ({ title }) => ({
      ...(title.trim() === '' ? { title: messages.TITLE_MISSING } : {}),
      ...(due.length === 0 ? { images: messages.IMAGES_MISSING } : {}),
    }),
    call: { error: refused, isPending: running, reset: () => setRefused(null) },
    send: (caption) => void send(caption),
    refusedAt: refusedText,
    failed,
  })
  const { touchedFields } = form.formState
  const isBlank = form.watch('title').trim() === ''
  const reset = () => {
    form.reset(defaultCaption(event))
    setRefused(null)
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
      ? messages.ADDING
      : messages.CREATING
    : counts.failed > 0 && counts.chosen === 0
      ? messages.retryAll(counts.failed)
      : adding || made
        ? messages.ADD
        : messages.CREATE
  const footer: ReactNode = (
    <>
      {adding || made ? null : (
        <Button variant="ghost" className="mr-auto" disabled={running} onClick={reset}>
          {messages.RESET}
        </Button>
      )}
      {onlyRefused && counts.done > 0 ? (
        <Button variant="primary" onClick={onDone}>
          {messages.DONE}
        </Button>
      ) : (
        <>
          <Button onClick={leave(onDone)}>{messages.CANCEL}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={running}
            disabled={!running && (isBlank || due.length === 0)}
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
        title={adding ? messages.ADD : messages.CREATE}
        description={adding ? adding.title : event.title}
        size="md"
        footer={footer}
      >
        <form id={formId} {...form.props} className="grid gap-5">
          {adding ? null : (
            <>
              <TextField
                label={messages.TITLE}
                required
                maxLength={TITLE_MOST}
                disabled={running || made}
                hint={made ? messages.TEXTS_FIXED : undefined}
                {...form.field('title')}
                error={form.errors.title ?? (isBlank && touchedFields.title ? messages.TITLE_MISSING : undefined)}
                // A disabled button takes no Enter: what is missing is said all the same.
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  void form.props.onSubmit()
                }}
              />
              <TextArea
                label={messages.DESCRIPTION}
                rows={2}
                maxLength={DESCRIPTION_MOST}
                disabled={running || made}
                {...form.field('description')}
              />
            </>
          )}
          <fieldset className="grid min-w-0 gap-3">
            <legend className="mb-1.5 font-semibold text-sm">{messages.IMAGES}</legend>
            <FilePicker
              label={messages.BROWSE}
              hint={messages.KINDS}
              accept="image/*"
              maxBytes={MOST_BYTES}
              small={items.length > 0}
              disabled={running}
              error={due.length === 0 ? form.errors.images : undefined}
              onSkipped={() => toast.warning(messages.SKIPPED)}
              onAdd={(files) => {
                setEnded(null)
                uploads.add(files)
              }}
            />
            {running ? (
              <div className="grid gap-1.5">
                <p className="num text-sm">{messages.progressText(counts.done, counts.total)}</p>
                <Progress
                  label={messages.progressText(counts.done, counts.total)}
                  value={counts.done + counts.refused}
                  max={counts.total}
                  className="rounded-full"
                />
              </div>
            ) : null}
            {ended ? (
              <Alert tone={ended.tone}>
                {messages.outcome(counts)} {ended.text}
              </Alert>
            ) : null}
            {items.length > 0 ? (
              <PickedList
                label={messages.SELECTED}
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
      <ConfirmDialog
        open={asking && running}
        onClose={() => setAsking(false)}
        onConfirm={stop}
        title={messages.STOP_TITLE}
        body={messages.stopBody(counts.total - counts.done - counts.refused)}
        confirmLabel={messages.STOP}
        cancelLabel={messages.GO_ON}
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
      return running ? <p className="text-muted text-sm">{messages.WAITING}</p> : null
    case 'sending':
    case 'working':
    case 'busy':
      return (
        <div className="mt-1 grid gap-1 pr-3">
          <Progress label={messages.progressLabel(file.name)} value={percent} max={100} className="rounded-full" />
          <p className="num text-muted text-xs">
            {state === 'busy' ? why : state === 'working' ? messages.WORKING : messages.sentOf(percent)}
          </p>
        </div>
      )
    case 'done':
      return (
        <p className="flex items-center gap-1.5 text-lawn text-sm">
          <CircleCheck aria-hidden="true" className="size-4" />
          {messages.ADDED_ONE}
        </p>
      )
    case 'refused':
    case 'failed':
      return (
        <p className="flex items-start gap-1.5 text-brick text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{why ? `${messages.NOT_ADDED}: ${why}` : messages.NOT_SENT}</span>
        </p>
      )
  }
}
