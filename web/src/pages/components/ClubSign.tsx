/** Club sign, one per featured club, put together from the quad's squares and circles. Decoration only. */
import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

export type ClubSignName = 'drama' | 'tech' | 'literature' | 'sports' | 'music'

const SIGNS: Record<ClubSignName, { ground: string; drawing: ReactNode }> = {
  drama: {
    ground: 'bg-brick-soft',
    drawing: (
      <>
        <g transform="rotate(8 104 66)">
          <path d="M78 34h52v30a26 26 0 0 1-52 0z" className="fill-marigold" />
          <path
            d="M92 76a12 12 0 0 1 24 0"
            className="stroke-brick-soft"
            fill="none"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <circle cx="94" cy="54" r="4.5" className="fill-brick-soft" />
          <circle cx="114" cy="54" r="4.5" className="fill-brick-soft" />
        </g>
        <g transform="rotate(-8 48 56)">
          <path d="M20 22h56v32a28 28 0 0 1-56 0z" className="fill-brick" />
          <path
            d="M36 56a12 12 0 0 0 24 0"
            className="stroke-brick-soft"
            fill="none"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <circle cx="38" cy="42" r="4.5" className="fill-brick-soft" />
          <circle cx="58" cy="42" r="4.5" className="fill-brick-soft" />
        </g>
      </>
    ),
  },
  tech: {
    ground: 'bg-sky-soft',
    drawing: (
      <>
        <path d="M30 30v60h46V30h46v60" className="stroke-sky" fill="none" strokeWidth="6" />
        <rect x="18" y="18" width="24" height="24" rx="6" className="fill-sky" />
        <rect x="64" y="78" width="24" height="24" rx="6" className="fill-sky" />
        <rect x="64" y="18" width="24" height="24" rx="6" className="fill-marigold" />
        <rect x="110" y="18" width="24" height="24" rx="12" className="fill-sky" />
        <rect x="110" y="78" width="24" height="24" rx="6" className="fill-sky" />
        <rect x="18" y="78" width="24" height="24" rx="12" className="fill-sky" />
      </>
    ),
  },
  literature: {
    ground: 'bg-marigold-soft',
    drawing: (
      <>
        <rect x="20" y="20" width="18" height="84" rx="4" className="fill-lawn" />
        <rect x="44" y="32" width="14" height="72" rx="4" className="fill-marigold" />
        <rect x="64" y="24" width="22" height="80" rx="4" className="fill-brick" />
        <rect x="92" y="38" width="14" height="66" rx="4" className="fill-sky" />
        <rect x="116" y="26" width="18" height="80" rx="4" className="fill-lawn" transform="rotate(-11 125 104)" />
      </>
    ),
  },
  sports: {
    ground: 'bg-lawn-soft',
    drawing: (
      <>
        <rect x="14" y="18" width="124" height="84" rx="8" className="stroke-lawn" fill="none" strokeWidth="5" />
        <path d="M76 18v84" className="stroke-lawn" strokeWidth="5" />
        <circle cx="76" cy="60" r="20" className="stroke-lawn" fill="none" strokeWidth="5" />
        <path d="M14 42h20v36H14M138 42h-20v36h20" className="stroke-lawn" fill="none" strokeWidth="5" />
        <circle cx="100" cy="44" r="9" className="fill-marigold" />
      </>
    ),
  },
  music: {
    ground: 'bg-grey-soft',
    drawing: (
      <>
        {[34, 58, 84, 46, 70, 92, 52, 30].map((tall, i) => (
          <rect
            key={tall}
            x={16 + i * 15.5}
            y={60 - tall / 2}
            width="10"
            height={tall}
            rx="5"
            className={i === 5 ? 'fill-marigold' : i % 3 === 1 ? 'fill-brick' : 'fill-ink'}
          />
        ))}
      </>
    ),
  },
}

export function ClubSign({ name }: { name: ClubSignName }) {
  const { ground, drawing } = SIGNS[name]
  return (
    <div className={cx('relative aspect-[16/9]', ground)}>
      <svg viewBox="0 0 152 120" className="absolute inset-0 m-auto h-[62%]" aria-hidden="true">
        {drawing}
      </svg>
    </div>
  )
}
