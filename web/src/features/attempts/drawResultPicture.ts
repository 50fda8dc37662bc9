/**
 * Drawing of one's own result as a PNG, by the browser itself: nothing is sent anywhere. One look, whatever theme the page has: a
 * field of the campus, as on the landing page.
 */
import { type Font, HEIGHT, layoutOf, type OwnResult, type PlacedText, type Tone, WIDTH } from './resultPicture'

/** Those of styles/tokens.css: `field` and `field-ink` in the light, `marigold` in the dark, which is the one for dark ground. */
export const COLOURS = { field: '#0f6b4f', ink: '#f4faf7', marigold: '#f5b942' } as const

/** Families of styles/tokens.css; what they have no letters for, the device has. */
const FAMILIES = {
  display: '"Bricolage Grotesque Variable", "Bricolage Stand-in", "Inter Variable", sans-serif',
  text: '"Inter Variable", "Inter Stand-in", system-ui, sans-serif',
} as const
const FONT_WITHIN = 3000

const TONES: Record<Tone, { colour: string; alpha: number }> = {
  ink: { colour: COLOURS.ink, alpha: 1 },
  quiet: { colour: COLOURS.ink, alpha: 0.82 },
  marked: { colour: COLOURS.marigold, alpha: 1 },
}

/** Nothing where the browser cannot draw. */
export async function drawResultPicture(result: OwnResult): Promise<Blob | null> {
  await fontsLoaded()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const brush = canvas.getContext('2d')
  if (!brush) return null
  draw(brush, result)
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

function draw(brush: CanvasRenderingContext2D, result: OwnResult): void {
  const measure = (text: string, font: Font) => {
    brush.font = fontOf(font)
    return brush.measureText(text).width
  }
  const { texts, bars, pointer, ground, mark, backdrop, rule } = layoutOf(result, measure)
  fill(brush, COLOURS.field, 1, 0, 0, WIDTH, HEIGHT)
  fill(brush, COLOURS.ink, 0.25, rule.x, rule.y, rule.width, 2)
  drawMark(brush, mark)
  if (backdrop) {
    brush.globalAlpha = 0.14
    drawMark(brush, backdrop)
    brush.globalAlpha = 1
  }
  for (const { x, y, width, height, own } of bars) {
    const [colour, alpha] = own ? [COLOURS.marigold, 1] : [COLOURS.ink, 0.38]
    fill(brush, colour, alpha, x, y, width, height)
  }
  if (ground) fill(brush, COLOURS.ink, 0.6, ground.x, ground.y, ground.width, 2)
  if (pointer) {
    brush.strokeStyle = COLOURS.marigold
    brush.lineWidth = 2
    brush.setLineDash([6, 6])
    brush.beginPath()
    brush.moveTo(pointer.x, pointer.top)
    brush.lineTo(pointer.x, pointer.bottom)
    brush.stroke()
  }
  for (const text of texts) write(brush, text)
}

function fill(
  brush: CanvasRenderingContext2D,
  colour: string,
  alpha: number,
  ...[x, y, width, height]: [x: number, y: number, width: number, height: number]
): void {
  brush.globalAlpha = alpha
  brush.fillStyle = colour
  brush.fillRect(x, y, width, height)
  brush.globalAlpha = 1
}

/** The four courts of favicon.svg, light on the field. */
function drawMark(brush: CanvasRenderingContext2D, { x, y, size }: { x: number; y: number; size: number }): void {
  const [court, step, round] = [(26 / 56) * size, (30 / 56) * size, (7 / 56) * size]
  for (const [column, row] of [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ] as const) {
    brush.fillStyle = column === 1 && row === 0 ? COLOURS.marigold : COLOURS.ink
    const [left, top] = [x + column * step, y + row * step]
    brush.beginPath()
    brush.moveTo(left + round, top)
    brush.arcTo(left + court, top, left + court, top + court, round)
    brush.arcTo(left + court, top + court, left, top + court, round)
    brush.arcTo(left, top + court, left, top, round)
    brush.arcTo(left, top, left + court, top, round)
    brush.fill()
  }
}

/** In its own place: hundreds of marks on one letter are drawn over nothing else. */
function write(brush: CanvasRenderingContext2D, text: PlacedText): void {
  const { x, baseline, width, size, tone, fromRight } = text
  const { colour, alpha } = TONES[tone]
  brush.save()
  brush.beginPath()
  brush.rect(x - 0.4 * size, baseline - 1.1 * size, width + 0.8 * size, 1.5 * size)
  brush.clip()
  brush.globalAlpha = alpha
  brush.fillStyle = colour
  brush.font = fontOf(text)
  brush.direction = fromRight ? 'rtl' : 'ltr'
  brush.textAlign = 'left'
  brush.fillText(text.text, x, baseline)
  brush.restore()
}

const fontOf = ({ weight, size, family }: Font) => `${weight} ${size}px ${FAMILIES[family]}`

/** The page may have shown them in no such weight yet. Without a network it is drawn in what there is. */
async function fontsLoaded(): Promise<void> {
  const wanted = ['650 40px "Bricolage Grotesque Variable"', '400 28px "Inter Variable"', '600 28px "Inter Variable"']
  const late = new Promise((done) => setTimeout(done, FONT_WITHIN))
  await Promise.race([Promise.allSettled(wanted.map((font) => document.fonts.load(font))), late])
}
