/** Random key that tells things on one page apart: `crypto.randomUUID` is missing where a page has no https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
