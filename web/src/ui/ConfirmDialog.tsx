/**
 * Confirmation dialog: asks once before something that cannot be undone. The safe answer stands first and has the
 * focus.
 */
import { type ReactNode, useRef } from 'react'
import { Button } from './Button'
import { Modal } from './Modal'

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  body: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Confirming loses something, and going on is what most want. */
  safePrimary?: boolean
  busy?: boolean
}

export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  body,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  safePrimary,
  busy,
}: ConfirmDialogProps) {
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      focusFirst={safe}
      footer={
        <>
          <Button ref={safe} variant={safePrimary ? 'primary' : 'secondary'} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : safePrimary ? 'secondary' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="ink text-muted">{body}</div>
    </Modal>
  )
}
