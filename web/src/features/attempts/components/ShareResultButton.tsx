/** Button for one's own result as a picture. What draws it is fetched when it is pressed. */
import { Image as ImageIcon } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { SHARE_RESULT, SHARE_RESULT_FAILED } from '../messages'
import type { ResultSource } from '../resultPicture'
import type { ResultPictureDialogProps } from './ResultPictureDialog'

type Shown = { Dialog: ComponentType<ResultPictureDialogProps>; source: ResultSource }

/** `source` finds out what is to be drawn, when it is pressed. */
export function ShareResultButton({ source }: { source: () => Promise<ResultSource> }) {
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const press = async () => {
    setBusy(true)
    try {
      const [{ ResultPictureDialog }, found] = await Promise.all([import('./ResultPictureDialog'), source()])
      setShown({ Dialog: ResultPictureDialog, source: found })
      setOpen(true)
    } catch {
      toast.error(SHARE_RESULT_FAILED)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={<ImageIcon aria-hidden="true" className="size-4" />} busy={busy} onClick={() => void press()}>
        {SHARE_RESULT}
      </Button>
      {shown ? <shown.Dialog source={shown.source} open={open} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
