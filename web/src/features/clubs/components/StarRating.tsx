/** Star rating: one to five stars, given as a choice of radios, shown as a picture with its words. */
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '@/lib/cx'
import { FocusFrame } from '@/ui/FocusFrame'
import { RATING, starsOf } from '../messages'
import { STARS } from '../model'

const FULL = 'fill-marigold text-amber'

export function StarsField({
  value,
  onChange,
  error,
}: {
  value: number
  onChange: (stars: number) => void
  error?: string
}) {
  const name = useId()
  const [over, setOver] = useState(0)
  const shown = over || value
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="font-semibold text-sm">{RATING}</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex" onPointerLeave={() => setOver(0)}>
          {STARS.map((stars) => (
            <label
              key={stars}
              onPointerEnter={(event) => (event.pointerType === 'mouse' ? setOver(stars) : undefined)}
              className="relative grid size-11 cursor-pointer place-items-center rounded-control"
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                data-invalid={error && stars === 1 ? '' : undefined}
                className="peer sr-only"
              />
              <FocusFrame className="peer-focus-visible:outline-offset-0" />
              <Star aria-hidden="true" className={cx('size-7 text-edge', stars <= shown && FULL)} />
              <span className="sr-only">{starsOf(stars)}</span>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="num text-muted text-sm">
          {shown > 0 ? starsOf(shown) : ''}
        </span>
      </div>
      {error ? (
        <p id={`${name}-error`} role="alert" className="text-brick text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

export function StarsShown({ stars }: { stars: number }) {
  return (
    <span className="inline-flex items-center">
      {STARS.map((one) => (
        <Star key={one} aria-hidden="true" className={cx('size-4 text-line-strong', one <= stars && FULL)} />
      ))}
      <span className="sr-only">{starsOf(stars)}</span>
    </span>
  )
}
