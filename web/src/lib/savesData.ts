/** Whether the person asked the browser to spare data: then nothing is fetched that might not be needed. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
