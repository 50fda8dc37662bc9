/**
 * Placeholder of the carousel: the first pictures of a gallery in the places they will have, while the carousel loads;
 * and one of them.
 */
import { cx } from '@/lib/cx'
import { Picture } from '@/ui/Picture'
import * as messages from '../messages'
import { type Shown, slidesAt } from '../model'

type CarouselPlaceholderProps = { title: string; pictures: readonly Shown[]; onOpen: (at: number) => void }

export function CarouselPlaceholder({ title, pictures, onOpen }: CarouselPlaceholderProps) {
  const total = pictures.length
  const [two, three] = [slidesAt(640, total).slides > 1, slidesAt(1024, total).slides > 2]
  return (
    <div>
      <div
        className={cx(
          'grid gap-[15px] sm:gap-[20px] lg:gap-[25px]',
          two && 'sm:grid-cols-2',
          three && 'lg:grid-cols-3',
        )}
      >
        {pictures.slice(0, 3).map((picture, place) => (
          <div
            key={picture.url}
            className={cx(place === 1 && 'hidden sm:block', place === 2 && (three ? 'hidden lg:block' : 'hidden'))}
          >
            <SlideButton title={title} picture={picture} place={place} total={total} onOpen={onOpen} />
          </div>
        ))}
      </div>
      {/* As high as the carousel's: on a phone its dots stand below. */}
      <div className={cx('mt-3', total > 1 ? 'min-h-22 sm:min-h-11' : 'min-h-11')}>
        <p className="num flex h-11 items-center text-muted text-sm">{messages.counter(1, total)}</p>
      </div>
    </div>
  )
}

type SlideButtonProps = {
  title: string
  picture: Shown
  place: number
  total: number
  /** Out of sight: the keyboard passes it by. */
  hidden?: boolean
  onOpen: (at: number) => void
}

/** A picture that opens over the whole screen. A gallery of one is shown larger, but not without end. */
export function SlideButton({ title, picture, place, total, hidden, onOpen }: SlideButtonProps) {
  return (
    <button
      type="button"
      aria-label={messages.openLabel(title, place + 1, total)}
      tabIndex={hidden ? -1 : undefined}
      onClick={(event) => {
        // The carousel keeps a press from giving it the focus, which is to come back to it.
        event.currentTarget.focus({ preventScroll: true })
        onOpen(place)
      }}
      className={cx(
        'group relative block w-full cursor-zoom-in overflow-hidden rounded-card bg-sunk focus-visible:-outline-offset-2',
        total === 1 && 'max-w-[40rem]',
      )}
    >
      <Picture
        picture={picture}
        alt=""
        sizes="(min-width: 1024px) 360px, (min-width: 640px) 50vw, 100vw"
        className="aspect-[3/2] h-auto w-full object-cover transition-opacity duration-150 group-hover:opacity-90"
      />
    </button>
  )
}
