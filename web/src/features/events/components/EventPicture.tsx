/** Picture of an event; without one, or when it does not load, its day in large letters on a lawn. */
import { useState } from 'react'
import { cx } from '@/lib/cx'
import { zonedParts } from '@/lib/time'
import type { ClubEvent } from '../model'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type EventPictureProps = {
  event: Pick<ClubEvent, 'id' | 'picture' | 'startsAt'>
  zone: string
  /** How wide it is drawn, for the browser's choice of file. */
  sizes: string
  eager?: boolean
  className?: string
}

export function EventPicture({ event, zone, sizes, eager, className }: EventPictureProps) {
  const { picture, startsAt } = event
  const [broken, setBroken] = useState('')
  const shape = cx('relative block aspect-[16/9] w-full overflow-hidden bg-sunk', className)
  if (picture && broken !== picture.url) {
    return (
      <span className={shape}>
        <img
          src={picture.url}
          srcSet={picture.srcSet}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture.url)}
          className="absolute inset-0 size-full object-cover"
        />
      </span>
    )
  }
  const [, month = '', day = ''] = zonedParts(startsAt, zone).date.split('-')
  return (
    <span aria-hidden="true" className={cx(shape, 'bg-field text-field-ink max-sm:aspect-[5/2]')}>
      <Lawn view={viewOf(event)} />
      <span className="absolute bottom-4 left-5 font-display leading-none">
        {startsAt === null ? (
          <span className="font-[650] text-2xl">Soon</span>
        ) : (
          <>
            <span className="num block font-[650] text-3xl">{Number(day)}</span>
            <span className="mt-1.5 block font-semibold text-base">{MONTHS[Number(month) - 1]}</span>
          </>
        )}
      </span>
    </span>
  )
}

/** Corners of the quadrangle, so that a list of events is not one picture over and over. */
const VIEWS = ['0 0 320 180', '60 -30 240 135', '-70 0 360 202', '40 30 280 158', '-20 -70 320 180']

function viewOf({ id }: Pick<ClubEvent, 'id'>): string {
  let sum = 0
  for (const char of id) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return VIEWS[sum % VIEWS.length] ?? '0 0 320 180'
}

/** Paths between lawns, one flower bed. */
function Lawn({ view }: { view: string }) {
  return (
    <svg viewBox={view} preserveAspectRatio="xMaxYMid slice" aria-hidden="true" className="absolute inset-0 size-full">
      <g fill="none" stroke="currentColor" strokeOpacity="0.16" strokeWidth="2">
        <path d="M176 -300v800M-400 60h1200M176 60l500 -353M176 60l500 427" />
        <circle cx="176" cy="60" r="26" />
        <circle cx="176" cy="60" r="44" />
      </g>
      <rect x="166" y="50" width="20" height="20" rx="5" className="fill-flower" />
    </svg>
  )
}
