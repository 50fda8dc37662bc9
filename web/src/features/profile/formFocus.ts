/** Focus of a form that opens in the place of its button: where it goes when the form closes. */
import { type RefObject, useEffect, useRef } from 'react'

/** For the button that opens something in its own place: the focus comes back to it. */
export function useOpener(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
