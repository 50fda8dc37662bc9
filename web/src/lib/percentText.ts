/** Percent in text, the same everywhere: `78%`, without a blank before the sign, as English has it. */
export function percentText(percent: number): string {
  return `${percent}%`
}
