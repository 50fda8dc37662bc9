/**
 * Carousel: slides side by side that go round for ever, one on a phone, two from 640 px, three from 1024 px. Moved by
 * its buttons, by a finger, by arrow keys; never by itself. With no more slides than fit there is nothing to turn.
 */
import 'swiper/css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { Swiper as Turning } from 'swiper'
import { Swiper, SwiperSlide } from 'swiper/react'
import { Button } from './Button'

type CarouselProps<T> = {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
  head?: ReactNode
}

export function Carousel<T>({ label, items, keyOf, children, head }: CarouselProps<T>) {
  const [turning, setTurning] = useState<Turning | null>(null)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') turning?.slideNext()
    else if (event.key === 'ArrowLeft') turning?.slidePrev()
  }
  return (
    <section aria-roledescription="carousel" aria-label={label} onKeyDown={keys}>
      <div className="mb-5 flex items-end justify-between gap-4">
        <div className="min-w-0">{head}</div>
        <div className="flex shrink-0 gap-2">
          <Button aria-label="Previous" className="w-11 px-0" onClick={() => turning?.slidePrev()}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Button>
          <Button aria-label="Next" className="w-11 px-0" onClick={() => turning?.slideNext()}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Button>
        </div>
      </div>
      <Swiper
        onSwiper={setTurning}
        loop
        speed={200}
        spaceBetween={16}
        slidesPerView={1}
        breakpoints={{ 640: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } }}
      >
        {items.map((item) => (
          <SwiperSlide key={keyOf(item)} className="h-auto!">
            {children(item)}
          </SwiperSlide>
        ))}
      </Swiper>
    </section>
  )
}
