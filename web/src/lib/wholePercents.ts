/**
 * Whole percents of one whole: shares of the same question add up to 100. What rounding down leaves over goes to the largest
 * remainders, the first of equal ones first. Nothing of nothing is 0.
 */
export function wholePercents(counts: readonly number[]): number[] {
  const whole = counts.reduce((sum, count) => sum + count, 0)
  if (whole <= 0) return counts.map(() => 0)
  const percents = counts.map((count) => Math.floor((100 * count) / whole))
  const left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const byRemainder = counts
    .map((count, at) => ({ at, remainder: (100 * count) % whole }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at)
  for (const { at } of byRemainder.slice(0, left)) percents[at] = (percents[at] ?? 0) + 1
  return percents
}
