/** Error state: what did not work, why in words, and the button to try again. */
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button'

type ErrorStateProps = {
  title: string
  text?: ReactNode
  onRetry?: () => void
  retryLabel?: string
  action?: ReactNode
}

export function ErrorState({ title, text, onRetry, retryLabel = 'Try again', action }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-2 rounded-card border border-line bg-surface px-6 py-8 sm:px-10"
    >
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-brick-soft text-brick">
        <TriangleAlert aria-hidden="true" className="size-5" />
      </span>
      <h2 className="text-lg">{title}</h2>
      {text ? <div className="ink max-w-[60ch] text-muted">{text}</div> : null}
      {onRetry || action ? (
        <div className="mt-4 flex flex-wrap gap-3">
          {onRetry ? (
            <Button variant="primary" icon={<RotateCw aria-hidden="true" className="size-4" />} onClick={onRetry}>
              {retryLabel}
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
    </div>
  )
}
