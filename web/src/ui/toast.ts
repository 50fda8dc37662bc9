/**
 * Short notices at the top right, five seconds unless said otherwise. They outlive a change of page. A refusal that
 * belongs to a field is shown at the field, not here.
 */
import { toast as show, type ToastOptions } from 'react-toastify/unstyled'

type Options = { autoClose?: number }

function options(given: Options | undefined, toastId?: string): ToastOptions {
  return { autoClose: given?.autoClose ?? 5000, ...(toastId ? { toastId } : {}) }
}

export const toast = {
  success: (text: string, given?: Options) => void show.success(text, options(given)),
  info: (text: string, given?: Options) => void show.info(text, options(given, `info ${text}`)),
  warning: (text: string, given?: Options) => void show.warning(text, options(given, `warning ${text}`)),
  /** The same failure twice in a row is one notice: a queue of equal toasts hides the page. */
  error: (text: string, given?: Options) => void show.error(text, options(given, `error ${text}`)),
}
