/**
 * Lightbox: the pictures of a gallery over the whole screen. Arrows and swiping turn, Home and End go to the ends,
 * Escape, the cross, a press beside the picture and the browser's Back close. The library brings its own style sheet,
 * which the site's policy allows.
 */
import 'yet-another-react-lightbox/styles.css'
import './lightbox.css'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import Library from 'yet-another-react-lightbox'
import { useCloseOnBack } from '@/lib/useCloseOnBack'
import { NoPicture } from '@/ui/Picture'
import { Spinner } from '@/ui/Spinner'
import * as messages from '../messages'
import type { Shown } from '../model'

type LightboxProps = {
  title: string
  pictures: readonly Shown[]
  /** Where it opens. */
  at: number
  onClose: () => void
}

export function Lightbox({ title, pictures, at, onClose }: LightboxProps) {
  const [index, setIndex] = useState(at)
  const total = pictures.length
  useCloseOnBack(true, onClose)
  // Made once: a new list would take the viewer back to where it was opened.
  const [slides] = useState(() =>
    pictures.map(({ url, width, height, srcSet }, place) => ({
      src: url,
      width,
      height,
      alt: messages.imageName(title, place + 1, total),
      srcSet: sources(srcSet, width, height),
    })),
  )
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    setIndex(event.key === 'Home' ? 0 : total - 1)
  }
  const icon = (Icon: typeof X) => <Icon aria-hidden="true" className="size-7" />
  return (
    <Library
      open
      close={onClose}
      index={index}
      slides={slides}
      className="quad-lightbox"
      portal={{ container: { onKeyDown: keys } }}
      labels={{ Lightbox: messages.pictures(title), 'Photo gallery': title }}
      animation={{ fade: 150, swipe: 200 }}
      carousel={{ finite: total < 2, preload: 1, padding: '0px', spacing: '24px' }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true, preventDefaultWheelY: true }}
      // The page below is kept from scrolling by lightbox.css.
      noScroll={{ disabled: true }}
      on={{ view: ({ index: shown }) => setIndex(shown) }}
      render={{
        ...(total < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}),
        iconPrev: () => icon(ChevronLeft),
        iconNext: () => icon(ChevronRight),
        iconClose: () => icon(X),
        iconLoading: () => <Spinner className="size-6" />,
        iconError: () => <NoPicture alt={messages.PICTURE_GONE} className="w-[min(37.5rem,86vw)] rounded-card" />,
        controls: () => (
          <p aria-live="polite" className="num quad-lightbox-counter">
            {messages.counter(index + 1, total)}
          </p>
        ),
      }}
    />
  )
}

/** `/api/media/k/320 320w, …` as the library wants it. */
function sources(srcSet: string, width: number, height: number) {
  return srcSet.split(', ').flatMap((one) => {
    const [src = '', wide = ''] = one.split(' ')
    const of = Number.parseInt(wide, 10)
    return src && of > 0 ? [{ src, width: of, height: Math.round((of * height) / width) }] : []
  })
}
