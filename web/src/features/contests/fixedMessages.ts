/** Words for options that keep their places. */
export const FIXED_OPTIONS = 'Order of its options'
export const FIXED_HINT = 'This contest mixes the options for each person. What is ticked stays where you wrote it.'
export const FIXED_ALL = 'Options keep their places'
export const staysLabel = (letter: string) => `${letter} stays where it is`
export const BY_WORDS = 'Ticked because of its words. You can say otherwise.'
export const BY_WORDS_AGAIN = 'Decide by the words again'

/** How it stands, in a line. */
export function fixedLine(letters: 'all' | readonly string[]): string {
  if (letters === 'all') return 'all keep their places'
  const last = letters.at(-1)
  if (last === undefined) return 'mixed'
  const before = letters.slice(0, -1).join(', ')
  return before ? `mixed, but ${before} and ${last} stay` : `mixed, but ${last} stays`
}
