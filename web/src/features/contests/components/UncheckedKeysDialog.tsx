/**
 * Dialog about unchecked keys: asks before drafts are saved whose key nobody confirmed, because in the contest nothing
 * marks them any more.
 */
import { useRef } from 'react'
import { Button } from '@/ui/Button'
import { Modal } from '@/ui/Modal'
import { DOUBTS } from '../messages'

type UncheckedKeysDialogProps = {
  open: boolean
  doubtful: number
  of: number
  onLook: () => void
  onSaveOthers: () => void
  onSaveAll: () => void
  onClose: () => void
}

export function UncheckedKeysDialog({
  open,
  doubtful,
  of,
  onLook,
  onSaveOthers,
  onSaveAll,
  onClose,
}: UncheckedKeysDialogProps) {
  const look = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={DOUBTS.title(doubtful)}
      size="sm"
      focusFirst={look}
      footer={
        <div className="flex w-full flex-col gap-2.5">
          <Button ref={look} variant="primary" onClick={onLook}>
            {doubtful === 1 ? DOUBTS.lookOne : DOUBTS.look}
          </Button>
          {of > doubtful ? <Button onClick={onSaveOthers}>{DOUBTS.others(of - doubtful)}</Button> : null}
          <Button onClick={onSaveAll}>{DOUBTS.all(of)}</Button>
        </div>
      }
    >
      <p className="text-muted">{DOUBTS.text(doubtful, of)}</p>
    </Modal>
  )
}
