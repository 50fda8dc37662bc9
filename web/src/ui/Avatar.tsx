/** A person's picture or initials. Decorative: the name always stands beside it. */
import { cx } from '@/lib/cx'

const TONES = ['bg-lawn-soft text-lawn', 'bg-sky-soft text-sky', 'bg-amber-soft text-amber', 'bg-brick-soft text-brick']
const SIZES = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-16 text-lg' }

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0]?.[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}

function toneOf(name: string): string {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return TONES[sum % TONES.length] ?? ''
}

type AvatarProps = { name: string; src?: string | null; size?: keyof typeof SIZES; className?: string }

export function Avatar({ name, src, size = 'sm', className }: AvatarProps) {
  if (src) {
    return <img src={src} alt="" className={cx('shrink-0 rounded-full object-cover', SIZES[size], className)} />
  }
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 select-none place-items-center rounded-full font-semibold leading-none',
        SIZES[size],
        toneOf(name),
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}
