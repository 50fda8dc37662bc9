/**
 * Log-in prompt: the session ended while a form was filled in. Says what becomes of the form, and links to the log-in
 * and back.
 */
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { paths } from '@/app/paths'
import { Alert } from '@/ui/Alert'
import { buttonClass } from '@/ui/Button'
import { LOG_IN_AGAIN } from '../messages'

type LogInPromptProps = {
  text: string
  /** Where to go on. */
  back: string
  /** The link. */
  ref?: Ref<HTMLAnchorElement>
  className?: string
}

export function LogInPrompt({ text, back, ref, className }: LogInPromptProps) {
  return (
    <Alert tone="amber" className={className}>
      <p>{text}</p>
      <Link ref={ref} {...paths.login(back)} className={buttonClass({ size: 'sm', className: 'mt-3' })}>
        {LOG_IN_AGAIN}
      </Link>
    </Alert>
  )
}
