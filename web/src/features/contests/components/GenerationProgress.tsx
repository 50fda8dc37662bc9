/**
 * Generation progress: how far it is, in words and as a bar, and the button to stop it. It takes the focus of the
 * button that began it.
 */
import { useEffect, useRef } from 'react'
import { Button } from '@/ui/Button'
import { Progress } from '@/ui/Progress'
import { Spinner } from '@/ui/Spinner'
import { writtenOf } from '../messages'
import type { Progress as Step } from '../questionGeneration'

/** `slow`: a provider is asked, and it may take a while. */
export function GenerationProgress({
  progress,
  slow,
  onCancel,
}: {
  progress: Step
  slow: boolean
  onCancel: () => void
}) {
  const { written, of, checking } = progress
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Progress"
      className="scroll-m-5 outline-none rounded-card border border-line bg-paper p-4 sm:p-5"
    >
      <div className="flex items-center gap-3">
        <Spinner className="size-5 text-lawn" />
        <div className="min-w-0 flex-1">
          <p role="status" className="num font-semibold">
            {checking ? 'Checking the answers' : writtenOf(written, of)}
          </p>
          {slow ? (
            <p className="text-muted text-sm">
              {checking
                ? `${writtenOf(written, of)}. They are answered once more without the key.`
                : 'Up to a minute and a half.'}
            </p>
          ) : null}
        </div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <Progress value={written} max={of} label="Questions written" className="mt-4 rounded-full" />
    </section>
  )
}
