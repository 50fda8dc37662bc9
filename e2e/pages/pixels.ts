/** Pixels of a part of the page, for what only the eye can tell. */
import type { Locator } from '../fixtures'

/** Which share of the part has which colour. */
export async function coloursOf(place: Locator): Promise<Map<string, number>> {
  const png = (await place.screenshot({ animations: 'disabled' })).toString('base64')
  const shares = await place.evaluate(async (_, png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = picture
    const brush = new OffscreenCanvas(width, height).getContext('2d')
    brush?.drawImage(picture, 0, 0)
    const { data } = brush?.getImageData(0, 0, width, height) ?? { data: [] }
    const shares: Record<string, number> = {}
    for (let at = 0; at < width * height; at += 1) {
      const colour = `${data[4 * at]},${data[4 * at + 1]},${data[4 * at + 2]}`
      shares[colour] = (shares[colour] ?? 0) + 1 / (width * height)
    }
    return shares
  }, png)
  return new Map(Object.entries(shares))
}

/** 0: the same colours in the same shares; 1: none in common. */
export function difference(one: Map<string, number>, other: Map<string, number>): number {
  let sum = 0
  for (const colour of new Set([...one.keys(), ...other.keys()])) {
    sum += Math.abs((one.get(colour) ?? 0) - (other.get(colour) ?? 0)) / 2
  }
  return sum
}
