/**
 * Where the focus goes when a form opens, is refused or closes. Done after the screen has changed: what is focused may
 * only then be there, or be marked.
 */
import { type RefObject, useEffect, useRef } from 'react'

/** The first field marked as wrong. */
export function focusMarked(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** Goes to what a refusal is about when it arrives. */
export function useFocusRefused(form: RefObject<HTMLFormElement | null>, isRefused: boolean): void {
  useEffect(() => {
    if (isRefused) focusMarked(form.current)
  }, [form, isRefused])
}

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
