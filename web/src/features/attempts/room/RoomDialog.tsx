/**
 * Dialog of the contest screen, on the browser's own <dialog>: the room must stay light, and focus, Escape and the
 * inert page behind come with it. A sheet from the bottom on a phone. The focus begins where the content says
 * `data-first`.
 */
import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'

type RoomDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
}

export function RoomDialog({ open, onClose, title, children, footer }: RoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const it = dialog.current
    if (open && !it?.open) {
      it?.showModal()
      it?.querySelector<HTMLElement>('[data-first]')?.focus()
    }
    if (!open && it?.open) it.close()
  }, [open])

  // The dialog itself is only hit outside its content.
  const onPress = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={onPress}
      className="mt-auto mb-0 max-h-[88dvh] w-full max-w-full flex-col overflow-hidden rounded-t-[16px] border border-line bg-surface p-0 text-ink shadow-float backdrop:bg-veil open:flex sm:m-auto sm:max-w-md sm:rounded-card low:max-h-[96dvh] low:sm:max-w-2xl"
    >
      {open ? (
        <>
          <div className="flex items-center gap-4 border-line border-b py-2 pr-2 pl-5 low:py-0">
            <h2 id={heading} className="min-w-0 flex-1 text-lg">
              {title}
            </h2>
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 low:py-3">{children}</div>
          {footer ? (
            <div className="flex flex-wrap items-center justify-end gap-3 border-line border-t px-5 py-3 low:pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          ) : null}
        </>
      ) : null}
    </dialog>
  )
}
