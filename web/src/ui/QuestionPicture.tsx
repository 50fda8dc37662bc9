/**
 * Picture of a question or of an option, in a frame that has its size before it is there. It is tried again by itself; in the end its
 * words stand in the frame, with a button. A press shows it large. On paper in both themes: most are black lines on nothing.
 */
import { ImageOff, RotateCw } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { cx } from '@/lib/cx'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Button } from './Button'
import { Spinner } from './Spinner'

export type ShownPicture = { alt: string; width: number; height: number; small: string; large: string }

const EnlargedPicture = lazy(async () => ({
  default: (await retryUntilLoaded(() => import('./EnlargedPicture'))).EnlargedPicture,
}))

/** From here on a screen shows the large one. */
export const WIDE = '(min-width: 48rem)'
/** Between tries by itself; after the last it is the person's. */
const AGAIN_MS = [1000, 3000, 8000]
/** Not higher than this, so that the options stay in sight. */
const HEIGHT = { question: 22, option: 9 }

type QuestionPictureProps = {
  picture: ShownPicture
  of?: 'question' | 'option'
  /** It comes at once, not when it comes into sight. */
  eager?: boolean
  className?: string
}

export function QuestionPicture({ picture, of = 'question', eager = false, className }: QuestionPictureProps) {
  const { alt, width, height, small, large } = picture
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'loading' | 'there' | 'waiting' | 'failed'>('loading')
  const [enlarged, setEnlarged] = useState(false)

  // Spread, or a hall that lost its network asks again in the same moment.
  useEffect(() => {
    if (state !== 'waiting') return
    const again = () => {
      setTries((count) => count + 1)
      setState('loading')
    }
    const timer = setTimeout(again, (AGAIN_MS[tries] ?? 0) * (0.75 + Math.random() / 2))
    return () => clearTimeout(timer)
  }, [state, tries])

  const failed = () => setState(tries < AGAIN_MS.length ? 'waiting' : 'failed')
  const frame = {
    aspectRatio: `${width} / ${height}`,
    width: `min(100%, ${width}px, ${((HEIGHT[of] * width) / height).toFixed(3)}rem)`,
  }
  if (state === 'failed') {
    return (
      <span
        style={frame}
        className={cx(
          'grid min-h-24 min-w-48 max-w-full content-center justify-items-start gap-2 rounded-control border border-line-strong border-dashed bg-sunk p-3 text-sm',
          className,
        )}
      >
        <span className="flex items-start gap-2">
          <ImageOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="wrap-anywhere">{alt}</span>
        </span>
        <Button
          size="sm"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => {
            setTries(0)
            setState('loading')
          }}
        >
          Try again
        </Button>
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge: ${alt}`}
        style={frame}
        onClick={() => setEnlarged(true)}
        className={cx(
          'relative block min-w-0 cursor-zoom-in overflow-hidden rounded-control border border-line bg-[#fff] forced-color-adjust-none',
          className,
        )}
      >
        {state === 'there' ? null : (
          <span aria-hidden="true" className="absolute inset-0 grid place-items-center text-[#6b6962]">
            <Spinner className="size-5" />
          </span>
        )}
        {state === 'waiting' ? null : (
          <picture>
            <source media={WIDE} srcSet={large} />
            <img
              key={tries}
              src={small}
              width={width}
              height={height}
              alt={alt}
              loading={eager ? 'eager' : 'lazy'}
              decoding="async"
              draggable={false}
              onLoad={() => setState('there')}
              onError={failed}
              className={cx('absolute inset-0 size-full object-contain', state !== 'there' && 'opacity-0')}
            />
          </picture>
        )}
      </button>
      {enlarged ? (
        <Suspense>
          <EnlargedPicture picture={picture} onClose={() => setEnlarged(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

type QuestionPicturesProps = { pictures: readonly ShownPicture[]; eager?: boolean; className?: string }

/** Those of a question, one beside the other where there is room. */
export function QuestionPictures({ pictures, eager, className }: QuestionPicturesProps) {
  if (pictures.length === 0) return null
  return (
    <div data-pictures className={cx('flex flex-wrap items-start gap-3', className)}>
      {pictures.map((picture) => (
        <QuestionPicture key={picture.large} picture={picture} eager={eager} />
      ))}
    </div>
  )
}

type OptionPictureProps = { picture: ShownPicture | undefined; eager?: boolean; className?: string }

/** That of an option, below its row: beside it there is no room on a phone, and a press on it is not an answer. */
export function OptionPicture({ picture, eager, className }: OptionPictureProps) {
  if (!picture) return null
  return <QuestionPicture picture={picture} of="option" eager={eager} className={cx('mt-2 ml-3.5', className)} />
}
