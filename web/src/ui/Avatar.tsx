/** Avatar: a person's picture, else initials. Decorative: the name always stands beside it. */
import { useState } from 'react'
import { firstOf } from '@/lib/cutText'
import { cx } from '@/lib/cx'
import type { PictureSource } from './Picture'

const TONES = ['bg-lawn-soft text-lawn', 'bg-sky-soft text-sky', 'bg-amber-soft text-amber', 'bg-brick-soft text-brick']
const SIZES = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-16 text-lg', xl: 'size-24 text-xl' }
const WIDE = { sm: '32px', md: '40px', lg: '64px', xl: '96px' }

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = firstOf(words[0] ?? '') || '?'
  const last = words.length > 1 ? firstOf(words.at(-1) ?? '') : ''
  return (first + last).toUpperCase()
}

function toneOf(name: string): string {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return TONES[sum % TONES.length] ?? ''
}

type AvatarProps = {
  name: string
  picture?: Pick<PictureSource, 'url' | 'srcSet'> | null
  size?: keyof typeof SIZES
  className?: string
}

export function Avatar({ name, picture, size = 'sm', className }: AvatarProps) {
  const [broken, setBroken] = useState('')
  if (picture && broken !== picture.url) {
    return (
      <img
        src={picture.url}
        srcSet={picture.srcSet}
        sizes={picture.srcSet ? WIDE[size] : undefined}
        alt=""
        decoding="async"
        onError={() => setBroken(picture.url)}
        className={cx('shrink-0 rounded-full bg-sunk object-cover', SIZES[size], className)}
      />
    )
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
