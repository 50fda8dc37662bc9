/**
 * URL parser that returns null where a text is no URL: `URL.canParse` is missing in Chrome before 120 and in Safari
 * before 17.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
