/**
 * Text layer of a PDF, page by page, by pdf.js in a worker of our own origin. Nothing is rendered and nothing is
 * fetched: no fonts, no character maps, no code made from the document, and none of its scripts. Loaded only when a PDF
 * was chosen.
 */
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trustedScriptUrl } from '@/lib/trustedScriptUrl'
import type { PdfNotes } from './notesFile'
import workerFile from './pdfWorker?worker&url'

/** Reads until there is enough, `most` characters and a bit. */
export async function readPdf(
  bytes: ArrayBuffer,
  most: number,
  onPage: (page: number, of: number) => void,
): Promise<PdfNotes> {
  const port = new Worker(trustedScriptUrl(workerFile), { type: 'module', name: 'pdf' })
  const worker = PDFWorker.create({ port, verbosity: 0 })
  try {
    const document = await getDocument({
      data: new Uint8Array(bytes),
      worker,
      verbosity: 0,
      isEvalSupported: false,
      useWasm: false,
      useWorkerFetch: false,
      useSystemFonts: true,
      disableFontFace: true,
      enableXfa: false,
    }).promise
    const of = document.numPages
    let text = ''
    let read = 0
    while (read < of && text.length <= most) {
      read += 1
      onPage(read, of)
      const page = await document.getPage(read)
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
      text += '\n\n'
      page.cleanup()
    }
    return { text, pages: { read, of } }
  } finally {
    worker.destroy()
    port.terminate()
  }
}
