/**
 * Picture of the quadrangle from above with everybody on it: one dot per registered student (or per ten, per hundred,
 * when they are many), sitting together in groups. The picture is the number; it fills as the campus does. Without a
 * number yet the quad is there, and nobody on it.
 */
import { useMemo } from 'react'
import { Skeleton } from '@/ui/Skeleton'
import { peoplePerDot, placePeople, type Quad, TALL, WIDE } from '../quadPeople'

export function QuadPlan({ students }: { students: number | undefined }) {
  const per = peoplePerDot(students ?? 0)
  const count = Math.round((students ?? 0) / per)
  return (
    <figure>
      <Plan quad={WIDE} count={count} className="max-sm:hidden" />
      <Plan quad={TALL} count={count} className="sm:hidden" />
      <figcaption className="num mt-3 text-muted text-sm">
        {students === undefined ? <Skeleton className="h-[1lh] w-64" /> : caption(students, per)}
      </figcaption>
    </figure>
  )
}

function caption(students: number, per: number): string {
  if (students === 0) return 'The quad from above, still empty. The first student makes the first dot.'
  return `The quad from above. One dot is ${per === 1 ? 'one student' : `${per} students`}.`
}

function Plan({ quad, count, className }: { quad: Quad; count: number; className: string }) {
  const dots = useMemo(() => placePeople(count, quad), [count, quad])
  const { width, height, gap, radius } = quad
  const w = (width - gap) / 2
  const h = (height - gap) / 2
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true">
      <g className="fill-field">
        <rect width={w} height={h} rx={radius} />
        <rect y={h + gap} width={w} height={h} rx={radius} />
        <rect x={w + gap} y={h + gap} width={w} height={h} rx={radius} />
      </g>
      <rect x={w + gap} width={w} height={h} rx={radius} className="fill-flower" />
      {dots.map((dot) => (
        <circle
          key={`${dot.x} ${dot.y}`}
          cx={dot.x}
          cy={dot.y}
          r={4}
          className={dot.on === 'field' ? 'fill-field-ink' : dot.on === 'flower' ? 'fill-marigold-ink' : 'fill-ink'}
        />
      ))}
    </svg>
  )
}
