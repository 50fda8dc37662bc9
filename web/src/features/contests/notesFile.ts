/**
 * Notes file: the text of a file with notes, read on this device (plain text, Markdown, or the text layer of a PDF).
 * The PDF reader is large and loads only when a PDF was chosen. A file without text is refused with a reason.
 */

import { FILE_BROKEN, FILE_EMPTY, FILE_KIND, FILE_LARGE, FILE_LOCKED, FILE_NO_TEXT, FILE_SCANNED } from './messages'
import { NOTES_LENGTH } from './questionGeneration'

export const NOTES_KINDS = '.txt,.md,.markdown,.pdf,text/plain,text/markdown,application/pdf'
const LARGEST_TEXT = 2 * 1024 * 1024
const LARGEST_PDF = 40 * 1024 * 1024

/** `cut`: there was more in the file than may be sent. */
export type Notes = { text: string; cut: boolean; pages: { read: number; of: number } | null }
export type PdfNotes = { text: string; pages: { read: number; of: number } }

/** Why there are no notes, in a sentence for the person. */
export class NoNotes extends Error {}

type OnPage = (page: number, of: number) => void

export async function notesOf(file: File, onPage: OnPage = () => {}): Promise<Notes> {
  const kind = /\.(txt|md|markdown|pdf)$/i.exec(file.name)?.[1]?.toLowerCase()
  if (!kind) throw new NoNotes(FILE_KIND)
  if (file.size > (kind === 'pdf' ? LARGEST_PDF : LARGEST_TEXT)) throw new NoNotes(FILE_LARGE)
  const bytes = await file.arrayBuffer().catch(() => {
    throw new NoNotes(FILE_BROKEN)
  })
  if (kind !== 'pdf') {
    const read = decoded(bytes)
    if (!isText(read)) throw new NoNotes(FILE_NO_TEXT)
    const text = tidy(read)
    if (text === '') throw new NoNotes(FILE_EMPTY)
    return { ...shortened(text), pages: null }
  }
  const { text, pages } = await pdfNotes(bytes, onPage)
  if (text === '') throw new NoNotes(FILE_SCANNED)
  const short = shortened(text)
  return { ...short, cut: short.cut || pages.read < pages.of, pages }
}

async function pdfNotes(bytes: ArrayBuffer, onPage: OnPage): Promise<PdfNotes> {
  try {
    const { readPdf } = await import('./pdfText')
    const { pages, ...read } = await readPdf(bytes, NOTES_LENGTH, onPage)
    return { text: tidy(read.text), pages }
  } catch (error) {
    throw new NoNotes((error as Error | null)?.name === 'PasswordException' ? FILE_LOCKED : FILE_BROKEN)
  }
}

/** UTF-8 or what a byte order mark says; old files from Windows, which are neither, read as what they mostly are. */
export function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes)
    // No language of that alphabet has so many letters beyond ASCII: it is another one, or no text at all.
    if ((text.match(/[\u0080-\uffff]/g)?.length ?? 0) > text.length * 0.3) throw new NoNotes(FILE_NO_TEXT)
    return text
  }
}

/** A picture or a document of a word processor, read as text, is full of signs that no text has. A few stray ones pass. */
function isText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about them
  const strange = text.match(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/g)?.length ?? 0
  return !text.includes('\u0000') && strange <= 1 + text.length / 500
}

/** One kind of line end, words broken at a line's end put together, no heaps of blank lines. */
export function tidy(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: form feeds and their kin stand in many documents
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
      .replace(/(\p{Ll})[-\u00ad]\n(\p{Ll})/gu, '$1$2')
      .replace(/[ \t\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/** At most what may be sent, ending with a whole line where one ends near. */
function shortened(text: string): { text: string; cut: boolean } {
  const letters = [...text]
  if (letters.length <= NOTES_LENGTH) return { text, cut: false }
  const short = letters.slice(0, NOTES_LENGTH).join('')
  const line = short.lastIndexOf('\n')
  return { text: (line > short.length * 0.9 ? short.slice(0, line) : short).trimEnd(), cut: true }
}
