/**
 * Timeout signal: aborts after a time. `AbortSignal.timeout` is missing in Chrome before 103 and in Safari before 16, and what a
 * call throws when it ends differs from browser to browser: whoever has to know asks `isTimedOut`, never the error's name.
 */

/** Milliseconds without a word after which a network counts as silent. */
export const SILENCE = 12_000

const timedOut = new WeakSet<AbortSignal>()

export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => endInTime(controller), ms)
  return controller.signal
}

/** Aborts as a timeout does. */
export function endInTime(controller: AbortController): void {
  timedOut.add(controller.signal)
  controller.abort(new DOMException('No answer in time', 'TimeoutError'))
}

/** Whether a signal, or the one it follows, was aborted by its time. */
export function isTimedOut(signal: AbortSignal): boolean {
  return (
    timedOut.has(signal) ||
    (signal.aborted && (signal.reason as { name?: unknown } | undefined)?.name === 'TimeoutError')
  )
}
