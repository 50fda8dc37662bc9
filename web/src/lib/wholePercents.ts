/**
 * Whole percents of one whole: shares of the same question add up to 100. What rounding down leaves over goes to the largest
 * remainders. Equal counts have equal percents: where there is not enough left for all of them, none gets more, and the sum stays
 * below 100. Nothing of nothing is 0.
 */
export function wholePercents(counts: readonly number[]): number[] {
  const whole = counts.reduce((sum, count) => sum + count, 0)
  if (whole <= 0) return counts.map(() => 0)
  const percents = counts.map((count) => Math.floor((100 * count) / whole))
  let left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const remainder = (count: number) => (100 * count) % whole
  const byRemainder = [...new Set(counts)].sort((one, other) => remainder(other) - remainder(one) || other - one)
  for (const count of byRemainder) {
    const equal = counts.flatMap((one, at) => (one === count ? [at] : []))
    if (remainder(count) === 0 || equal.length > left) break
    left -= equal.length
    for (const at of equal) percents[at] = (percents[at] ?? 0) + 1
  }
  return percents
}
