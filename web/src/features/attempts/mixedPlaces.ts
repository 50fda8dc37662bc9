/** Mixed places: an order by chance that is the same for the same seed; of the questions here, of options in optionOrder.ts. */
/** Numbers from 0 to below 1, the same for the same text. */
function randomOf(text: string): () => number {
  // FNV-1a begins, and the finish of MurmurHash3 goes on.
  let state = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

/** These places in another order. */
export function mixed(places: readonly number[], seed: string): number[] {
  const random = randomOf(seed)
  const drawn = [...places]
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = drawn[last] as number
    drawn[last] = drawn[other] as number
    drawn[other] = kept
  }
  return drawn
}

/** The places of so many questions on the paper, in the order in which this person sees them. */
export function questionPlaces(many: number, seed: string): number[] {
  return mixed(
    Array.from({ length: many }, (_, at) => at),
    [seed, 'questions'].join(' '),
  )
}
