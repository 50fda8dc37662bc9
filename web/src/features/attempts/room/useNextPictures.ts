/**
 * Next pictures: those of the next question are fetched while this one is read, and no others. A hall begins in the same second, so each
 * waits a moment of its own.
 */
import { useEffect } from 'react'
import { allPictures } from '@/api/questionPictures'
import { WIDE } from '@/ui/QuestionPicture'
import type { PaperQuestion } from '../model'

/** The longest that one waits. */
export const SPREAD_MS = 4000

export function useNextPictures(next: PaperQuestion | undefined): void {
  useEffect(() => {
    const pictures = allPictures(next?.pictures)
    if (pictures.length === 0) return
    const timer = setTimeout(() => {
      const isWide = matchMedia(WIDE).matches
      // The browser keeps them; what fails is fetched when it is shown.
      for (const { small, large } of pictures) new Image().src = isWide ? large : small
    }, Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [next])
}
