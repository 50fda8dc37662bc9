/**
 * Gallery carousel: the pictures of one gallery side by side, going round. It shows one, two from 640 px of window,
 * three from 1024 px. Moved by its arrows, by a finger and by arrow keys; with no more pictures than fit there is
 * nothing to turn. Loaded by itself, because of the library's size; CarouselPlaceholder stands there until then.
 */
import 'swiper/css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Swiper as Turning } from 'swiper'
import { Swiper, SwiperSlide } from 'swiper/react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import * as messages from '../messages'
import { dotsAround, type Shown, slidesAt } from '../model'
import { SlideButton } from './CarouselPlaceholder'

type GalleryCarouselProps = { title: string; pictures: readonly Shown[]; onOpen: (at: number) => void }

const WIDTHS = [640, 1024] as const
const DOTS = 9

export function GalleryCarousel({ title, pictures, onOpen }: GalleryCarouselProps) {
  const total = pictures.length
  const [turning, setTurning] = useState<Turning | null>(null)
  const [at, setAt] = useState(0)
  const [fitting, setFitting] = useState(1)
  const turns = total > fitting

  const keys = (event: KeyboardEvent) => {
    if (!turns || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowRight') turning?.slideNext()
    else if (event.key === 'ArrowLeft') turning?.slidePrev()
    else return
    event.preventDefault()
  }
  /** The one with the focus may have gone out of sight: it goes to the first that is in sight. */
  const bringFocus = ({ el, slides, activeIndex }: Turning) => {
    const slide = document.activeElement?.closest('.swiper-slide')
    if (!slide || !el.contains(slide) || slide.classList.contains('swiper-slide-fully-visible')) return
    slides[activeIndex]?.querySelector('button')?.focus({ preventScroll: true })
  }
  const noteFitting = (swiper: Turning) => setFitting(Number(swiper.params.slidesPerView) || 1)
  const perView = (width: number) => {
    const { slides, gap } = slidesAt(width, total)
    return { slidesPerView: slides, spaceBetween: gap }
  }

  return (
    <section aria-roledescription="carousel" aria-label={messages.pictures(title)} onKeyDown={keys}>
      <Swiper
        onSwiper={(swiper) => {
          setTurning(swiper)
          noteFitting(swiper)
        }}
        onBreakpoint={noteFitting}
        onRealIndexChange={({ realIndex }) => setAt(realIndex)}
        onSlideChangeTransitionEnd={bringFocus}
        loop={total > 1}
        speed={200}
        watchSlidesProgress
        {...perView(0)}
        breakpoints={Object.fromEntries(WIDTHS.map((width) => [width, perView(width)]))}
      >
        {pictures.map((picture, place) => (
          <SwiperSlide
            key={picture.url}
            role="group"
            aria-roledescription="slide"
            aria-label={messages.counter(place + 1, total)}
          >
            {({ isVisible }) => (
              <SlideButton
                title={title}
                picture={picture}
                place={place}
                total={total}
                hidden={!isVisible}
                onOpen={onOpen}
              />
            )}
          </SwiperSlide>
        ))}
      </Swiper>
      {/* On a phone the dots have a row of their own: beside the arrows there is no room for them. */}
      <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p aria-live="polite" className="num min-w-16 text-muted text-sm">
          {messages.counter(Math.min(at, total - 1) + 1, total)}
        </p>
        {turns ? (
          <>
            <ul className="flex min-w-0 items-center max-sm:order-last max-sm:w-full max-sm:justify-center">
              {dotsAround(at, total, DOTS).map((place) => (
                <li key={place} className="flex">
                  <button
                    type="button"
                    aria-label={messages.goTo(place + 1)}
                    aria-current={place === at}
                    onClick={() => turning?.slideToLoop(place)}
                    className="group grid h-11 w-6 place-items-center rounded-control"
                  >
                    <span
                      className={cx(
                        'size-2 rounded-full bg-edge transition-[width,background-color] duration-150 group-hover:bg-ink',
                        place === at && 'w-4 bg-lawn',
                      )}
                    />
                  </button>
                </li>
              ))}
            </ul>
            <div className="flex shrink-0 gap-2">
              <Button aria-label={messages.PREVIOUS} className="w-11 px-0" onClick={() => turning?.slidePrev()}>
                <ChevronLeft aria-hidden="true" className="size-5" />
              </Button>
              <Button aria-label={messages.NEXT} className="w-11 px-0" onClick={() => turning?.slideNext()}>
                <ChevronRight aria-hidden="true" className="size-5" />
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </section>
  )
}
