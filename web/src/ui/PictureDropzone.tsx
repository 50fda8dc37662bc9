/**
 * Picture dropzone: one picture to choose from this device or to drop, with a preview before it is sent. A refusal of
 * the caller stands beside the file's name; whether a file really is a picture, the server checks.
 */
import { ImagePlus, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { useObjectUrl } from '@/lib/useObjectUrl'
import { Button } from './Button'
import { FocusFrame } from './FocusFrame'

type PictureDropzoneProps = {
  file: File | null
  /** What is there already. */
  shown: string | null
  onFile: (file: File | null) => void
  /** Takes away what is there already; without it, that stays. */
  onRemove?: () => void
  /** Why a file is not taken; null when it is. */
  refusalOf: (file: File) => string | null
  /** What can be chosen. */
  hint: string
  removeLabel: string
  /** The shape it will be shown in. */
  aspect?: string
  /** Other ways to a picture. */
  children?: ReactNode
}

export function PictureDropzone(props: PictureDropzoneProps) {
  const { file, shown, onFile, onRemove, refusalOf, hint, removeLabel, aspect = 'aspect-[16/9]', children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState('')
  const [over, setOver] = useState(false)
  const preview = useObjectUrl(file)
  const picture = preview ?? shown

  const take = (files: FileList | null) => {
    const chosen = files?.[0]
    if (!chosen) return
    const why = refusalOf(chosen)
    setRefused(why ? `${chosen.name}: ${why}` : '')
    if (!why) onFile(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const remove = () => {
    setRefused('')
    if (file) onFile(null)
    else onRemove?.()
    input.current?.focus()
  }

  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="mb-1.5 font-semibold text-sm">Picture</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is the pointer's short way to the button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'relative grid place-items-center overflow-hidden rounded-card border border-edge border-dashed bg-sunk text-center',
          aspect,
          over && 'border-lawn bg-lawn-soft',
        )}
      >
        {picture ? <img src={picture} alt="" className="absolute inset-0 size-full object-cover" /> : null}
        <label
          htmlFor={id}
          className={cx(
            'absolute inset-0 grid cursor-pointer content-center justify-items-center gap-1 p-3 text-sm',
            picture ? 'content-end justify-items-start' : 'text-muted',
          )}
        >
          {picture ? (
            <span className="rounded-control bg-surface px-3 py-2 font-semibold text-ink shadow-float">
              Change picture
            </span>
          ) : (
            <>
              <ImagePlus aria-hidden="true" className="size-6" />
              <span className="font-semibold text-ink">Choose a picture</span>
              <span aria-hidden="true">or drop it here</span>
            </>
          )}
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            aria-describedby={`${id}-note`}
            className="peer sr-only"
            onChange={(event) => {
              take(event.target.files)
              // The same file once more is a change too.
              event.target.value = ''
            }}
          />
          <FocusFrame className="peer-focus-visible:-outline-offset-2" />
        </label>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p
          id={`${id}-note`}
          aria-live="polite"
          className={cx('min-w-0 text-sm', refused ? 'text-brick' : 'text-muted')}
        >
          {refused || (file ? file.name : hint)}
        </p>
        {file || (shown && onRemove) ? (
          <Button size="sm" variant="ghost" icon={<X aria-hidden="true" className="size-4" />} onClick={remove}>
            {removeLabel}
          </Button>
        ) : null}
      </div>
      {children}
    </fieldset>
  )
}
