/**
 * Picture slot: a place for one picture of a question or of an option. Empty it is a quiet button, on which a file can be dropped too;
 * full it shows the picture and asks for its words. What the server does not take is said here.
 */
import { ImagePlus, RefreshCw, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Failure, failureText } from '@/api/failure'
import { cx } from '@/lib/cx'
import { isVisible } from '@/lib/likeness'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { FocusFrame } from '@/ui/FocusFrame'
import { Progress } from '@/ui/Progress'
import { uploadPicture } from '../api'
import {
  ADD_PICTURE,
  addPictureTo,
  CANCEL_UPLOAD,
  DROP_HERE,
  PICTURE_HINT,
  PICTURE_LARGE,
  PICTURE_TEXT,
  PICTURE_TEXT_HINT,
  PICTURE_TEXT_MISSING,
  PICTURE_TYPE,
  pictureTextOf,
  REMOVE_PICTURE,
  REPLACE_PICTURE,
  removePictureOf,
  replacePictureOf,
  UPLOAD_FAILED,
  uploading,
  WORKING,
} from '../messages'
import { MAX_PICTURE_TEXT, MOST_PICTURE_BYTES, type WrittenPicture } from '../model'

type PictureSlotProps = {
  contestId: string
  /** `the question`, `option A`. */
  of: string
  /** The place of the option; null for the question. */
  option: number | null
  picture: WrittenPicture | null
  /** Somebody tried to save: words that are missing are asked for. */
  asked?: boolean
  /** Without words beside its sign. */
  small?: boolean
  onChange: (next: WrittenPicture | null) => void
}

/** The file that is on its way. */
type Sending = { name: string; share: number; controller: AbortController }

const ACCEPT = 'image/png,image/jpeg,image/gif,image/webp'

/** What can be said of a file before it is sent; what it really is, the server says. */
function refusalBefore(file: File): string | null {
  if (file.size > MOST_PICTURE_BYTES) return `${file.name}: ${PICTURE_LARGE}`
  return file.type === '' || file.type.startsWith('image/') ? null : `${file.name}: ${PICTURE_TYPE}`
}

export function PictureSlot({ contestId, of, option, picture, asked, small = false, onChange }: PictureSlotProps) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [refused, setRefused] = useState('')
  const [over, setOver] = useState(false)
  const words = useRef<HTMLInputElement>(null)
  const [fresh, setFresh] = useState(false)

  // The words are what is asked for next.
  const isThere = picture !== null && sending === null
  useEffect(() => {
    if (!fresh || !isThere) return
    words.current?.focus()
    setFresh(false)
  }, [fresh, isThere])
  const under = useRef<AbortController | null>(null)
  // While a file is on its way, the question is written on.
  const latest = useRef({ picture, onChange })
  useEffect(() => {
    latest.current = { picture, onChange }
  })
  useEffect(() => () => under.current?.abort(), [])

  const take = async (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    const why = refusalBefore(file)
    setRefused(why ?? '')
    if (why) return
    under.current?.abort()
    const controller = new AbortController()
    under.current = controller
    const tell = (share: number) => setSending({ name: file.name, share, controller })
    tell(0)
    try {
      const uploaded = await uploadPicture(contestId, { file, onProgress: tell, signal: controller.signal })
      const now = latest.current
      now.onChange({ ...uploaded, alt: now.picture?.alt ?? '', option })
      setFresh(true)
    } catch (error) {
      if (!controller.signal.aborted) {
        setRefused(error instanceof Failure ? failureText(error, UPLOAD_FAILED) : UPLOAD_FAILED)
      }
    } finally {
      if (under.current === controller) setSending(null)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is the pointer's short way to the button inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'grid min-w-0 justify-items-start gap-1.5 rounded-control',
        small && (picture || sending || refused ? 'basis-full pl-8' : 'shrink-0'),
        over && 'bg-lawn-soft',
      )}
    >
      {sending ? (
        <OnItsWay sending={sending} onCancel={() => sending.controller.abort()} />
      ) : picture ? (
        <div className="flex w-full min-w-0 flex-wrap items-start gap-3">
          <img
            src={picture.small}
            width={picture.width}
            height={picture.height}
            alt=""
            className="size-20 shrink-0 rounded-control border border-line bg-[#fff] forced-color-adjust-none object-contain"
          />
          <div className="grid min-w-0 flex-1 basis-60 gap-1.5">
            <TextField
              ref={words}
              label={PICTURE_TEXT}
              aria-label={pictureTextOf(of)}
              required
              maxLength={MAX_PICTURE_TEXT}
              hint={PICTURE_TEXT_HINT}
              value={picture.alt}
              error={asked && !isVisible(picture.alt) ? PICTURE_TEXT_MISSING : undefined}
              onChange={(event) => onChange({ ...picture, alt: event.target.value })}
            />
            <div className="flex flex-wrap gap-2">
              <FileButton label={replacePictureOf(of)} onFiles={take}>
                <RefreshCw aria-hidden="true" className="size-4" />
                {REPLACE_PICTURE}
              </FileButton>
              <Button
                size="sm"
                variant="ghost"
                icon={<X aria-hidden="true" className="size-4" />}
                aria-label={removePictureOf(of)}
                onClick={() => onChange(null)}
              >
                {REMOVE_PICTURE}
              </Button>
            </div>
          </div>
        </div>
      ) : (
        <FileButton label={addPictureTo(of)} hint={PICTURE_HINT} onFiles={take}>
          <ImagePlus aria-hidden="true" className="size-4" />
          {small ? null : (
            <>
              {ADD_PICTURE}
              <span aria-hidden="true" className="font-normal text-muted pointer-coarse:hidden">
                {DROP_HERE}
              </span>
            </>
          )}
        </FileButton>
      )}
      <p aria-live="polite" className={cx('wrap-anywhere text-brick text-sm', !refused && 'sr-only')}>
        {refused}
      </p>
    </div>
  )
}

function OnItsWay({ sending: { name, share }, onCancel }: { sending: Sending; onCancel: () => void }) {
  return (
    <div className="flex w-full min-w-0 items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{share < 1 ? name : WORKING}</p>
        <Progress value={Math.round(share * 100)} max={100} label={uploading(name)} className="mt-1 rounded-full" />
      </div>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {CANCEL_UPLOAD}
      </Button>
    </div>
  )
}

type FileButtonProps = {
  label: string
  hint?: string
  onFiles: (files: FileList | null) => void
  children: ReactNode
}

/** Opens the device's own chooser. */
function FileButton({ label, hint, onFiles, children }: FileButtonProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      title={hint}
      className="relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-3 font-semibold text-muted text-sm hover:bg-grey-soft hover:text-ink"
    >
      {children}
      <input
        id={id}
        type="file"
        accept={ACCEPT}
        aria-label={hint ? `${label}: ${hint}` : label}
        className="peer sr-only"
        onChange={(event) => {
          onFiles(event.target.files)
          // The same file once more is a choice too.
          event.target.value = ''
        }}
      />
      <FocusFrame />
    </label>
  )
}
