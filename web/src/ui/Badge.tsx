/**
 * Badge: a state in one word with a dot (or an icon), never colour alone. Blanks around it keep it a word of its own in its
 * line; where it is an item of a row or column they are not drawn. What is too long for its line wraps. `BadgeButton` is one that can be pressed.
 */
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '@/lib/cx'

export type Tone = 'lawn' | 'sky' | 'grey' | 'brick' | 'amber' | 'marigold'

const TONES: Record<Tone, string> = {
  lawn: 'bg-lawn-soft text-lawn',
  sky: 'bg-sky-soft text-sky',
  grey: 'bg-grey-soft text-muted',
  brick: 'bg-brick-soft text-brick',
  amber: 'bg-amber-soft text-amber',
  marigold: 'bg-marigold text-marigold-ink',
}

const SHAPE =
  'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 rounded-xl px-2.5 py-1 font-semibold text-xs leading-4 [&_svg]:size-3.5 [&_svg]:shrink-0'

type BadgeProps = { tone: Tone; icon?: ReactNode; children: ReactNode; className?: string }

function Dot() {
  return <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
}

export function Badge({ tone, icon, children, className }: BadgeProps) {
  return (
    <>
      {' '}
      <span className={cx(SHAPE, TONES[tone], className)}>
        {icon ?? <Dot />}
        {children}
      </span>{' '}
    </>
  )
}

export function BadgeButton({ tone, icon, children, className, ...rest }: BadgeProps & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        SHAPE,
        TONES[tone],
        // 24 px to the eye, 44 px to the finger; the ring says that it can be pressed.
        'relative ring-1 ring-current/35 transition-shadow duration-150 after:absolute after:-inset-x-1 after:-inset-y-2.5 after:content-[""] hover:ring-2 disabled:opacity-60',
        className,
      )}
    >
      {icon ?? <Dot />}
      {children}
    </button>
  )
}
