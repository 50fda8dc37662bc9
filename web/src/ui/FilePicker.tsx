/**
 * File picker: an area on which files are dropped, which opens the device's own chooser when it is pressed, and the
 * list of what was chosen with a preview of each. What is of another type or too large is left out, and the caller told
 * how many. What a file really is, nobody can say here.
 */
import { ImagePlus, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { cx } from '@/lib/cx'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { useObjectUrl } from '@/lib/useObjectUrl'
import { FocusFrame } from './FocusFrame'
import { NoPicture } from './Picture'

export type PickedFile = { id: string; file: File }

type FilePickerProps = {
  label: string
  hint: string
  /** Beginnings of types as `image/*`. */
  accept: string
  maxBytes: number
  onAdd: (files: File[]) => void
  onSkipped: (count: number) => void
  disabled?: boolean
  /** Less high, once something was chosen. */
  small?: boolean
  error?: string
}

export function FilePicker(props: FilePickerProps) {
  const { label, hint, accept, maxBytes, onAdd, onSkipped, disabled, small, error } = props
  const id = useId()
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept: { [accept]: [] },
    maxSize: maxBytes,
    disabled,
    // The label around the field does both.
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, refused) => {
      if (refused.length > 0) onSkipped(refused.length)
      if (accepted.length > 0) onAdd(accepted)
    },
  })
  return (
    <div className="grid gap-1.5">
      <div
        {...getRootProps({
          role: 'presentation',
          className: cx(
            'relative grid content-center justify-items-center gap-x-3 gap-y-1 rounded-card border border-edge border-dashed bg-sunk p-4 text-center text-sm transition-colors duration-150',
            small ? 'min-h-24' : 'min-h-40',
            disabled ? 'opacity-60' : 'hover:border-muted',
            isDragActive && 'border-lawn bg-lawn-soft',
            error && 'border-brick',
          ),
        })}
      >
        {small ? null : <ImagePlus aria-hidden="true" className="mb-1 size-7 text-muted" />}
        <span>
          {/* Its words are small, the area it answers for is all of this. */}
          <label
            htmlFor={id}
            className={cx(
              'ink-free font-semibold text-lawn underline decoration-1 underline-offset-4 after:absolute after:inset-0 after:content-[""]',
              disabled ? 'cursor-not-allowed' : 'cursor-pointer',
            )}
          >
            {label}
          </label>
          {/* Nobody drops with a finger. */}
          <span aria-hidden="true" className="pointer-coarse:hidden">
            {' '}
            or drop them here
          </span>
        </span>
        <span id={`${id}-hint`} className="text-muted">
          {hint}
        </span>
        <input
          {...getInputProps({
            id,
            // The library's own name for it; the label is the better one.
            'aria-label': undefined,
            tabIndex: disabled ? -1 : 0,
            className: 'peer sr-only',
            style: {},
            'aria-describedby': error ? `${id}-hint ${id}-error` : `${id}-hint`,
            'aria-invalid': error ? true : undefined,
            // The same file once more is a choice too.
            onClick: (event) => {
              event.currentTarget.value = ''
            },
          })}
        />
        <FocusFrame />
      </div>
      <p id={`${id}-error`} aria-live="polite" className={cx('text-brick text-sm', !error && 'hidden')}>
        {error}
      </p>
    </div>
  )
}

type PickedListProps = {
  label: string
  files: readonly PickedFile[]
  onRemove: (id: string) => void
  /** Which may not be taken out now. */
  isFixed?: (file: PickedFile) => boolean
  /** What stands below a file's name instead of its size: how far it is, why it was refused. */
  note?: (file: PickedFile) => ReactNode
  className?: string
}

export function PickedList({ label, files, onRemove, isFixed, note, className }: PickedListProps) {
  const list = useRef<HTMLUListElement>(null)
  const remove = (at: number, id: string) => {
    onRemove(id)
    // The next one's button takes the place of the one that goes.
    focusAfterRender(() => {
      const buttons = list.current?.querySelectorAll('button')
      return buttons?.[Math.min(at, buttons.length - 1)]
    })
  }
  return (
    <ul ref={list} aria-label={label} className={cx('grid gap-2', className)}>
      {files.map((picked, at) => (
        <li key={picked.id} className="flex min-h-14 items-center gap-3 rounded-control border border-line p-1.5 pr-0">
          <Preview file={picked.file} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium text-sm" title={picked.file.name}>
              {picked.file.name}
            </p>
            {note?.(picked) ?? <p className="num text-muted text-sm">{sizeText(picked.file.size)}</p>}
          </div>
          {isFixed?.(picked) ? (
            <span className="w-2 shrink-0" />
          ) : (
            <button
              type="button"
              aria-label={`Remove ${picked.file.name}`}
              onClick={() => remove(at, picked.id)}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink"
            >
              <X aria-hidden="true" className="size-4.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const LOOK = 'size-11 shrink-0 rounded-[6px] object-cover'

function Preview({ file }: { file: File }) {
  const address = useObjectUrl(file)
  const [broken, setBroken] = useState(false)
  if (!address || broken) return <NoPicture alt="" className={cx(LOOK, 'aspect-square w-11')} />
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className={cx(LOOK, 'bg-sunk')}
    />
  )
}

/** `843 KB`, `4.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
