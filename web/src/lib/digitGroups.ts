/**
 * Groups of digits: the commas that people write between them, as in `1,000` and `1,00,000`, in any script. A comma
 * elsewhere is none of a number here: it may mean a decimal.
 */

/** Commas of full width, and the Arabic sign between thousands. */
const COMMAS = /[\uff0c\u066c]/g
const GROUPS = /^[+-]?\d{1,3}(?:,\d{2,3})*,\d{3}$/

/** Of a number in digits of ASCII, with a sign or not; anything else stays as it is. */
export function withoutGroups(text: string): string {
  const plain = text.replace(COMMAS, ',')
  return GROUPS.test(plain) ? plain.replaceAll(',', '') : text
}
