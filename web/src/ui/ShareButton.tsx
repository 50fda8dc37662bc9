/** Share button for an address of this site: the device's own sheet where there is one, else into the clipboard. */
import { Share2 } from 'lucide-react'
import { Button, type ButtonProps } from './Button'
import { toast } from './toast'

/** `path`: on this site, from its root. */
type Shared = { title: string; path: string }
/** `label`: what is shared, where a page has more than one thing to share. */
type ShareButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & Shared & { label?: string }

export const SHARE = 'Share'
const COPIED = 'Link copied'
const COPY_FAILED = 'The link could not be copied. Copy the address of this page instead.'

export function ShareButton({ title, path, label = SHARE, ...look }: ShareButtonProps) {
  const share = () => void shareAddress({ title, path })
  return (
    <Button {...look} icon={<Share2 aria-hidden="true" className="size-4" />} onClick={share}>
      {label}
    </Button>
  )
}

/** The same for an item of a menu; it says itself what came of it. */
export async function shareAddress({ title, path }: Shared): Promise<void> {
  const url = new URL(path, location.origin).href
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
