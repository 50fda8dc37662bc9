/**
 * Picture frame: how large a picture of a question or of an option is shown, known before its code or its bytes are there, and which of
 * its two sizes that needs.
 */

/** `small` is 480 wide at most, `large` as wide as `width`. */
export type ShownPicture = { alt: string; width: number; height: number; small: string; large: string }
export type PictureOf = 'question' | 'option'

/**
 * From here on a screen may show the large one; a phone never loads it here, however sharp its screen is. Held sideways it is as wide
 * as a tablet, but never as high.
 */
export const WIDE = '(min-width: 48rem) and (min-height: 30rem)'
const SMALL = 480
/** Not higher than this in rem, so that the options stay in sight. */
const HEIGHT = { question: 22, option: 9 }
/** The readable column in pixels. */
const COLUMN = 680
const REM = 16

type Size = Pick<ShownPicture, 'width' | 'height'>

export function frameOf({ width, height }: Size, of: PictureOf): { aspectRatio: string; width: string } {
  return {
    aspectRatio: `${width} / ${height}`,
    width: `min(100%, ${width}px, ${((HEIGHT[of] * width) / height).toFixed(3)}rem)`,
  }
}

/** What a wide screen chooses from; nothing where there is one size. */
export function sourcesOf(picture: ShownPicture, of: PictureOf): { srcSet: string; sizes: string } | null {
  const { width, height, small, large } = picture
  if (width <= SMALL) return null
  const shown = Math.ceil(Math.min(COLUMN, width, (HEIGHT[of] * REM * width) / height))
  return { srcSet: `${small} ${SMALL}w, ${large} ${width}w`, sizes: `${shown}px` }
}
