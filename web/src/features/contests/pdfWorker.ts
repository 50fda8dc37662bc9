/**
 * PDF worker: runs pdf.js. It is a file of our own, so that the page's content policy allows it and the build names it.
 */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
