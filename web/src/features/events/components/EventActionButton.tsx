/**
 * Action button of an event: what a person can do about it now. Guests are led to the log-in and back to the event;
 * where there is nothing to do it links to the event itself.
 */
import { Link } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { Button, buttonClass } from '@/ui/Button'
import { JOIN_WAITING, REGISTER_NOW } from '../messages'
import type { ClubEvent, Step } from '../model'

type EventActionButtonProps = {
  event: ClubEvent
  step: Step
  onRegister: () => void
  /** The id of the title, which says of what the button is. */
  describedBy?: string
  size?: 'md' | 'sm'
  className?: string
}

export function EventActionButton({ event, step, onRegister, describedBy, size, className }: EventActionButtonProps) {
  const { state } = useSession()
  if (step !== 'register' && step !== 'wait') return null
  const [variant, text] =
    step === 'register' ? (['primary', REGISTER_NOW] as const) : ([undefined, JOIN_WAITING] as const)
  if (state === 'out') {
    return (
      <Link
        {...paths.login(hrefOf(paths.event(event.id)))}
        aria-describedby={describedBy}
        className={buttonClass({ variant, size, className })}
      >
        {text}
      </Link>
    )
  }
  return (
    <Button variant={variant} size={size} aria-describedby={describedBy} className={className} onClick={onRegister}>
      {text}
    </Button>
  )
}
