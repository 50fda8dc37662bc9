/**
 * Club mark, by which a club is recognised: its letter on its colour, and the wide sign at the head of its page, which
 * is its picture or the quad's squares on its colour. Decoration: the name always stands beside it.
 */
import { useState } from 'react'
import { firstOf } from '@/lib/cutText'
import { cx } from '@/lib/cx'
import { type Club, coloursOf } from '../model'

type Signed = Pick<Club, 'name' | 'colour'>

const SIZES = {
  sm: 'size-11 rounded-control text-lg',
  md: 'size-14 rounded-[12px] text-xl',
  lg: 'size-16 rounded-[16px] text-2xl sm:size-20',
}

export function ClubMark({
  club,
  size = 'sm',
  className,
}: {
  club: Signed
  size?: keyof typeof SIZES
  className?: string
}) {
  const { ground, ink } = coloursOf(club.colour)
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: ground, color: ink }}
      className={cx(
        'grid shrink-0 select-none place-items-center font-bold font-display leading-none',
        SIZES[size],
        className,
      )}
    >
      {firstOf(club.name.trim()).toUpperCase() || '?'}
    </span>
  )
}

type ClubBannerProps = {
  club: Signed & Pick<Club, 'picture' | 'shortName'>
  /** How wide it is drawn, for the browser's choice of file. */
  sizes: string
  eager?: boolean
  className?: string
}

export function ClubBanner({ club, sizes, eager, className }: ClubBannerProps) {
  const { picture } = club
  const [broken, setBroken] = useState('')
  const { ground, ink } = coloursOf(club.colour)
  const shape = cx('relative block w-full overflow-hidden', className)
  if (picture && broken !== picture.url) {
    return (
      <span className={cx(shape, 'bg-sunk')}>
        <img
          src={picture.url}
          srcSet={picture.srcSet}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(picture.url)}
          className="absolute inset-0 size-full object-cover"
        />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={shape} style={{ backgroundColor: ground, color: ink }}>
      <Squares seed={club.shortName} />
    </span>
  )
}

const STEP = 44

/** Squares and circles of the quad in a row of their own for every club. */
function Squares({ seed }: { seed: string }) {
  let state = 7
  for (const char of seed) state = (state * 31 + (char.codePointAt(0) ?? 0)) % 9973
  const cells = Array.from({ length: 33 }, (_, at) => {
    state = (state * 73 + 41) % 9973
    return { at, kind: state % 5, x: (at % 11) * STEP, y: Math.floor(at / 11) * STEP }
  })
  return (
    <svg
      viewBox={`0 0 ${11 * STEP} ${3 * STEP}`}
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full opacity-20"
    >
      {cells.map(({ at, kind, x, y }) =>
        kind === 0 ? (
          <rect key={at} x={x + 6} y={y + 6} width="32" height="32" rx="8" fill="currentColor" />
        ) : kind === 1 ? (
          <circle key={at} cx={x + 22} cy={y + 22} r="13" fill="none" stroke="currentColor" strokeWidth="6" />
        ) : kind === 2 ? (
          <rect
            key={at}
            x={x + 9}
            y={y + 9}
            width="26"
            height="26"
            rx="6"
            fill="none"
            stroke="currentColor"
            strokeWidth="6"
          />
        ) : null,
      )}
    </svg>
  )
}
