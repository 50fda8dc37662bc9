/** Hands the poll's address on: the device's own sheet where there is one, else into the clipboard. */
import { Share2 } from 'lucide-react'
import { hrefOf } from '@/app/paths'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { COPIED, COPY_FAILED, SHARE } from '../words'

type ShareButtonProps = { title: string; href: Parameters<typeof hrefOf>[0] }

export function ShareButton({ title, href }: ShareButtonProps) {
  const share = async () => {
    const url = `${location.origin}${hrefOf(href)}`
    // On a desk the sheet is a detour.
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      try {
        await navigator.share({ title, url })
        return
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    try {
      await navigator.clipboard.writeText(url)
      toast.success(COPIED)
    } catch {
      // No clipboard without https.
      toast.warning(COPY_FAILED)
    }
  }
  return (
    <Button icon={<Share2 aria-hidden="true" className="size-4" />} onClick={() => void share()}>
      {SHARE}
    </Button>
  )
}
