/** Subscription button: opens the addresses for calendar programs, of a club's events or of all. */
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { lazyDialog } from '@/ui/lazyDialog'
import { SUBSCRIBE } from '../messages'

const SubscribeModal = lazyDialog(() => import('./SubscribeModal').then((file) => file.SubscribeModal))

export function SubscribeButton({ club }: { club?: { shortName: string; name: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarPlus aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        {SUBSCRIBE}
      </Button>
      <SubscribeModal club={club} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
