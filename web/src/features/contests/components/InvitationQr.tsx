/**
 * QR code of the invitation link: dark on white in every theme, as phones read it best, with the quiet edge the norm
 * asks for. Made here; the link goes to nobody.
 */
import { encode } from 'uqr'
import { cx } from '@/lib/cx'

/** Light modules around the code. */
const EDGE = 4

type Drawn = { size: number; path: string }

/** One run of dark modules after the other, as an outline in a square of `size` modules. */
export function drawn(text: string): Drawn {
  const { data, size } = encode(text, { ecc: 'M', border: EDGE })
  const runs = data.flatMap((row, y) => {
    const found: string[] = []
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const from = x
      while (x < size && row[x]) x += 1
      found.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
    }
    return found
  })
  return { size, path: runs.join('') }
}

/** The picture's edge in pixels, as large as chat programs keep it. */
const PNG_EDGE = 1024

/** Whole pixels per module, so that no edge is grey, and what is left over as more white around it. */
export function pngPlace(size: number): { module: number; from: number } {
  const module = Math.max(1, Math.floor(PNG_EDGE / size))
  return { module, from: Math.floor((PNG_EDGE - size * module) / 2) }
}

/** A file to send on: every phone shows it. Nothing where the browser cannot draw. */
export async function qrPicture(text: string): Promise<Blob | null> {
  const { size, path } = drawn(text)
  const canvas = document.createElement('canvas')
  canvas.width = PNG_EDGE
  canvas.height = PNG_EDGE
  const brush = canvas.getContext('2d')
  if (!brush) return null
  const { module, from } = pngPlace(size)
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, PNG_EDGE, PNG_EDGE)
  brush.translate(from, from)
  brush.scale(module, module)
  brush.fillStyle = '#000'
  brush.fill(new Path2D(path))
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

/** A file to print: sharp at every size. */
export function qrFile(text: string): string {
  const { size, path } = drawn(text)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024">`,
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`,
  ].join('')
}

export function InvitationQr({ text, className }: { text: string; className?: string }) {
  const { size, path } = drawn(text)
  return (
    <svg
      role="img"
      aria-label="QR code of the invitation link"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('rounded-control border border-line', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
