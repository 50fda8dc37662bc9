/**
 * Enlarged picture, over the whole screen, on the browser's own <dialog>: two fingers, the keys + and − and the
 * buttons make it larger and smaller, 0 as it was; what is larger than the screen is scrolled, by keys too. Escape, the cross, Back and a
 * press beside it close.
 */
import { Minus, Plus, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCloseOnBack } from '@/lib/useCloseOnBack'
import type { ShownPicture } from './pictureFrame'

const STEPS = [1, 1.5, 2, 3, 4]
const MOST = STEPS.length - 1

type EnlargedPictureProps = { picture: ShownPicture; onClose: () => void }

export function EnlargedPicture({ picture, onClose }: EnlargedPictureProps) {
  const { alt, width, height, large } = picture
  const dialog = useRef<HTMLDialogElement>(null)
  useCloseOnBack(true, onClose)
  const [step, setStep] = useState(0)
  const by = (steps: number) => setStep((now) => Math.min(MOST, Math.max(0, now + steps)))

  useEffect(() => {
    const it = dialog.current
    if (it && !it.open) it.showModal()
  }, [])

  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') by(1)
    else if (event.key === '-') by(-1)
    else if (event.key === '0') setStep(0)
    else return
    event.preventDefault()
  }
  const onPress = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('img, button, p')) onClose()
  }
  const scale = STEPS[step] ?? 1

  return (
    <dialog
      ref={dialog}
      aria-label={alt}
      onClose={onClose}
      onClick={onPress}
      onKeyDown={keys}
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col overflow-hidden bg-paper p-0 text-ink open:flex"
    >
      <div className="flex items-center gap-1 border-line border-b py-1 pr-1 pl-4">
        <p className="max-h-[20dvh] min-w-0 flex-1 overflow-y-auto wrap-anywhere text-sm">{alt}</p>
        <Tool label="Smaller" disabled={step === 0} onPress={() => by(-1)}>
          <Minus aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Larger" disabled={step === MOST} onPress={() => by(1)}>
          <Plus aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Close" onPress={onClose}>
          <X aria-hidden="true" className="size-5" />
        </Tool>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        aria-label="The picture"
        className="grid min-h-0 flex-1 overflow-auto overscroll-contain p-3 outline-offset-[-2px]"
      >
        <img
          src={large}
          width={width}
          height={height}
          alt=""
          draggable={false}
          style={{
            aspectRatio: `${width} / ${height}`,
            width: `calc(${scale} * min(100vw - 1.5rem, (100vh - 6rem) * ${(width / height).toFixed(4)}))`,
          }}
          className="m-auto h-auto max-w-none rounded-control bg-[#fff] forced-color-adjust-none"
        />
      </section>
    </dialog>
  )
}

type ToolProps = { label: string; disabled?: boolean; onPress: () => void; children: ReactNode }

/** Not really disabled: it would lose the focus at the last step. */
function Tool({ label, disabled = false, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onPress()
      }}
      className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink aria-disabled:opacity-40"
    >
      {children}
    </button>
  )
}
