/**
 * Joins class names; of two that say different things about the same property the later wins, so a caller can adjust
 * a ui piece.
 */
import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { theme: { radius: ['card', 'control'], shadow: ['float'] } } })

export function cx(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
