/**
 * Data saver: whether the person asked the browser to save data. If so, nothing is fetched that might not be needed.
 */
export function prefersReducedData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
