/** The worker in which pdf.js reads; a file of our own, so that the page's policy allows it and the build names it. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
