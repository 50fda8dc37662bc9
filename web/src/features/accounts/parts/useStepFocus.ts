/** Puts the focus on the first field when a step of a form comes into view, but not when the page opens. */
import { useEffect, useRef } from 'react'

export function useStepFocus(active: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef(active)
  useEffect(() => {
    if (active && !before.current) form.current?.querySelector<HTMLElement>('input, select')?.focus()
    before.current = active
  }, [active])
  return form
}
