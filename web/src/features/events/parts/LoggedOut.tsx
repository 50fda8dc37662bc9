/** The session ended while something was filled in: what becomes of it, and the way to the log-in and back. */
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { LOG_IN_AGAIN } from '../words'

type LoggedOutProps = {
  text: string
  /** Where to go on. */
  back: string
  /** The link. */
  ref?: Ref<HTMLAnchorElement>
  className?: string
}

export function LoggedOut({ text, back, ref, className }: LoggedOutProps) {
  return (
    <Notice tone="amber" className={className}>
      <p>{text}</p>
      <Link ref={ref} {...paths.login(back)} className={buttonClass({ size: 'sm', className: 'mt-3' })}>
        {LOG_IN_AGAIN}
      </Link>
    </Notice>
  )
}
