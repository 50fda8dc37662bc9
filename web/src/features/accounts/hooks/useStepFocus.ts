/** Focus of a form's step: it goes to the first field when the step comes into view, but not when the page opens. */
import { type RefObject, useEffect, useRef } from 'react'

export function useStepFocus(form: RefObject<HTMLFormElement | null>, active: boolean): void {
  const before = useRef(active)
  useEffect(() => {
    if (active && !before.current) form.current?.querySelector<HTMLElement>('input, select')?.focus()
    before.current = active
  }, [form, active])
}
