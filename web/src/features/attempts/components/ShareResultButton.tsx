/** Button for one's own result as a picture. What draws it is fetched when it is pressed. */
import { Image as ImageIcon } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { SHARE_RESULT, SHARE_RESULT_FAILED } from '../messages'
import type { ResultSource } from '../resultPicture'
import type { ResultPictureDialogProps } from './ResultPictureDialog'

type Shown = { Dialog: ComponentType<ResultPictureDialogProps>; source: ResultSource }

/** `source` is null until all of it is known. */
export function ShareResultButton({ source }: { source: ResultSource | null }) {
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const press = async () => {
    if (!source) return
    setBusy(true)
    try {
      const { ResultPictureDialog } = await import('./ResultPictureDialog')
      setShown({ Dialog: ResultPictureDialog, source })
      setOpen(true)
    } catch {
      toast.error(SHARE_RESULT_FAILED)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        icon={<ImageIcon aria-hidden="true" className="size-4" />}
        busy={busy || source === null}
        onClick={() => void press()}
      >
        {SHARE_RESULT}
      </Button>
      {shown ? <shown.Dialog source={shown.source} open={open} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
