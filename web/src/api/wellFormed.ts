/**
 * Well-formed texts: half of a character that is written as two (an emoji that was cut apart) is none in UTF-8, and the server
 * could not read the body it stands in. It becomes U+FFFD. `toWellFormed` is too new for the browsers we support.
 */
const PAIRS_AND_HALVES = /[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g

export const wellFormed = (text: string) =>
  text.replace(PAIRS_AND_HALVES, (found) => (found.length === 2 ? found : '\ufffd'))

/** Of what JSON.stringify has written: pairs stand there as they are, and a half is an escape. A backslash of the text is two. */
export const wellFormedJson = (json: string) =>
  json.replace(/\\(?:ud[89a-f]..|.)/g, (found) => (found.length === 6 ? '\ufffd' : found))
