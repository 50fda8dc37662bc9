/**
 * Next pictures: those of the next question are fetched while this one is read, and no others. A hall begins in the same second, so each
 * waits a moment of its own.
 */
import { useEffect } from 'react'
import { sourcesOf, WIDE } from '@/ui/pictureFrame'
import type { PaperQuestion } from '../model'

/** The longest that one waits. */
export const SPREAD_MS = 4000

export function useNextPictures(next: PaperQuestion | undefined): void {
  useEffect(() => {
    if (!next?.pictures) return
    const { question, options } = next.pictures
    const timer = setTimeout(() => {
      const isWide = matchMedia(WIDE).matches
      for (const [of, pictures] of [['question', question] as const, ['option', Object.values(options)] as const]) {
        for (const picture of pictures) {
          // The browser keeps them; what fails is fetched when it is shown.
          const image = new Image()
          const sources = isWide ? sourcesOf(picture, of) : null
          if (sources) image.sizes = sources.sizes
          if (sources) image.srcset = sources.srcSet
          image.src = picture.small
        }
      }
    }, Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [next])
}
