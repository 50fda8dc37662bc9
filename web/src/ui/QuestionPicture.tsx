/**
 * Picture of a question or of an option, in a frame that has its size before it is there. It is tried again by itself; in the end its
 * words stand in the frame, with a button. A press shows it large. On paper in both themes: most are black lines on nothing.
 */
import { ImageOff, RotateCw } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { cx } from '@/lib/cx'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Button } from './Button'
import { frameOf, type PictureOf, type ShownPicture, sourcesOf, WIDE } from './pictureFrame'
import { Spinner } from './Spinner'

const EnlargedPicture = lazy(async () => ({
  default: (await retryUntilLoaded(() => import('./EnlargedPicture'))).EnlargedPicture,
}))

/** Between tries by itself; after the last it is the person's. */
const AGAIN_MS = [1000, 3000, 8000]

/** What a press does, for who hears it: several options may show nearly the same. */
const enlarge = (alt: string, letter: string | undefined) =>
  letter ? `Enlarge the picture of option ${letter}: ${alt}` : `Enlarge: ${alt}`

type QuestionPictureProps = {
  picture: ShownPicture
  of?: PictureOf
  /** Of the option. */
  letter?: string
  /** It comes at once, not when it comes into sight. */
  eager?: boolean
  className?: string
}

export function QuestionPicture({ picture, of = 'question', letter, eager = false, className }: QuestionPictureProps) {
  const { alt, width, height, small } = picture
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
  const frame = frameOf(picture, of)
  const sources = sourcesOf(picture, of)
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
        aria-label={enlarge(alt, letter)}
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
            {sources ? <source media={WIDE} {...sources} /> : null}
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

type OptionPictureProps = { picture: ShownPicture | undefined; letter?: string; eager?: boolean; className?: string }

/** That of an option, below its text: beside it there is no room on a phone, and a press on it is not an answer. */
export function OptionPicture({ picture, letter, eager, className }: OptionPictureProps) {
  if (!picture) return null
  return <QuestionPicture picture={picture} of="option" letter={letter} eager={eager} className={className} />
}
