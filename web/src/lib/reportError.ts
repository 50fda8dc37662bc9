/**
 * Error report: hands an error of this page to whoever listens for such errors, as if nobody had caught it, while the work that
 * it came out of goes on.
 */
export function reportError(error: unknown): void {
  setTimeout(() => {
    throw error
  })
}
