/**
 * Modal, a dialog over the page: centred on a desk, a sheet from the bottom on a phone. Focus goes in and comes back;
 * Escape, a press beside it and the browser's Back close it. The footer stays in sight while the content scrolls, and the close
 * button while a long head does.
 */
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { cx } from '@/lib/cx'
import { useCloseOnBack } from '@/lib/useCloseOnBack'

export type ModalProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** What has the focus at first; else the first that can have it. */
  focusFirst?: RefObject<HTMLElement | null>
  children: ReactNode
  footer?: ReactNode
}

const WIDTH = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' }

export function Modal({ open, onClose, title, description, size = 'md', focusFirst, children, footer }: ModalProps) {
  useCloseOnBack(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        {/* Also over a dialog below this one. */}
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-veil transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
        />
        <Dialog.Viewport className="fixed inset-0 z-50 grid items-end justify-items-center sm:items-center sm:p-6">
          <Dialog.Popup
            initialFocus={focusFirst}
            className={cx(
              'flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-[16px] border border-line bg-surface text-ink shadow-float outline-none transition-[transform,opacity] duration-200 data-[ending-style]:translate-y-6 data-[starting-style]:translate-y-6 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 sm:max-h-[calc(100dvh-3rem)] sm:rounded-card sm:data-[ending-style]:translate-y-2 sm:data-[starting-style]:translate-y-2',
              WIDTH[size],
            )}
          >
            <div className="flex shrink-0 items-start gap-4 border-line border-b py-3 pr-2 pl-5">
              <div className="max-h-[30dvh] min-w-0 flex-1 overflow-y-auto py-1.5">
                <Dialog.Title className="wrap-anywhere text-lg">{title}</Dialog.Title>
                {description ? (
                  <Dialog.Description className="mt-1 text-muted text-sm">{description}</Dialog.Description>
                ) : null}
              </div>
              <Dialog.Close
                aria-label="Close"
                className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </Dialog.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5">{children}</div>
            {footer ? (
              <div className="flex flex-wrap justify-end gap-3 border-line border-t px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            ) : null}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
