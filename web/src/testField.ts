/**
 * Test fields, for unit tests: fills one in one piece, as a paste does, where typing is not what is tested. Each key that
 * is typed draws the form anew.
 */
import userEvent from '@testing-library/user-event'

/** At the end of what stands there, as typing does. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
