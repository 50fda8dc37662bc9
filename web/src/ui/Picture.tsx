/**
 * Picture in one of several widths, of which the browser takes the fitting one. It keeps its room while it loads, and
 * when it does not load a placeholder of the same shape stands there with the same words.
 */
import { ImageOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { cx } from '@/lib/cx'

export type PictureSource = { url: string; width: number; height: number; srcSet?: string }

type PictureProps = {
  picture: PictureSource
  /** Empty where the words stand beside it. */
  alt: string
  /** How wide it is drawn, for the browser's choice of file. */
  sizes: string
  eager?: boolean
  className?: string
  ref?: Ref<HTMLImageElement>
}

export function Picture({ picture, alt, sizes, eager, className, ref }: PictureProps) {
  const [broken, setBroken] = useState('')
  if (broken === picture.url) return <NoPicture alt={alt} className={className} />
  return (
    <img
      ref={ref}
      src={picture.url}
      srcSet={picture.srcSet}
      sizes={picture.srcSet ? sizes : undefined}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(picture.url)}
      className={cx('h-auto max-w-full bg-sunk', className)}
    />
  )
}

/** 600 by 400 unless the caller gives it another shape. */
export function NoPicture({ alt, className }: { alt: string; className?: string }) {
  const look = cx('grid aspect-[600/400] w-full place-items-center bg-sunk text-muted', className)
  const icon = <ImageOff aria-hidden="true" className="size-[clamp(1rem,20%,2.5rem)]" />
  if (alt === '') {
    return (
      <span aria-hidden="true" className={look}>
        {icon}
      </span>
    )
  }
  return (
    <span role="img" aria-label={alt} className={look}>
      {icon}
    </span>
  )
}
