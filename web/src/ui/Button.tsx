/**
 * Button, the only one. `buttonClass` gives the same look to a link: a link that looks like a button stays a link. A
 * busy button keeps its focus and its width, and does nothing when pressed. The second click of a double click does not
 * send a form again: it may come before the button is busy.
 */
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Spinner } from './Spinner'

const look = cva(
  'relative inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-control border font-semibold transition-[background-color,border-color,color] duration-150 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-lawn bg-lawn text-lawn-ink hover:border-lawn-deep hover:bg-lawn-deep disabled:border-line-strong disabled:bg-transparent disabled:text-muted',
        secondary:
          'border-line-strong bg-surface text-ink hover:border-muted disabled:border-line-strong disabled:bg-transparent disabled:text-muted',
        danger:
          'border-brick bg-brick text-brick-ink hover:border-brick-deep hover:bg-brick-deep disabled:border-line-strong disabled:bg-transparent disabled:text-muted',
        ghost:
          'border-transparent bg-transparent text-ink hover:bg-grey-soft disabled:bg-transparent disabled:text-muted',
      },
      size: {
        md: 'h-11 px-4.5 text-[0.9375rem]',
        // 36 px to the eye, 44 px to the finger: measured from inside the border.
        sm: 'h-9 px-3 text-sm after:absolute after:inset-x-0 after:-inset-y-[5px] after:content-[""]',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

type Look = VariantProps<typeof look>

export function buttonClass(options: Look & { className?: string } = {}): string {
  const { className, ...rest } = options
  return cx(look(rest), className)
}

export type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean; icon?: ReactNode }

export function Button({ variant, size, busy, icon, className, children, onClick, type, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || (type === 'submit' && event.detail > 1)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      className={buttonClass({ variant, size, className })}
    >
      {busy ? <Spinner className="size-4" /> : icon}
      {children}
    </button>
  )
}
