/**
 * Content of the AI generation window: the form, the progress, why there is nothing, and the drafts with what can be
 * done to them. Mounted with the window, so it begins with what this browser kept.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Failure, failureText, hasCode } from '@/api/failure'
import { focusAfterRender, scrollIntoViewAfterRender } from '@/lib/focusAfterRender'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { generationQuery } from '../api'
import { useQuestionGeneration } from '../hooks/useQuestionGeneration'
import { fewerThanAsked, GENERATE_FAILED, SOURCE_FAILED } from '../messages'
import { AFTER_ADDED_MS, type Contest, MAX_QUESTIONS } from '../model'
import { GenerationForm } from './GenerationForm'
import { GenerationList } from './GenerationList'
import { GenerationProgress } from './GenerationProgress'

/** What would be lost or left behind if the window closed now. */
export type Held = { writing: { written: number; of: number } | null; drafts: number; saving: boolean }

type GenerationPanelProps = {
  contest: Contest
  onHeld: (held: Held) => void
  onAdded: () => void
  onDone: () => void
}

export function GenerationPanel({ contest, onHeld, onAdded, onDone }: GenerationPanelProps) {
  const source = useQuery(generationQuery)
  const work = useQuestionGeneration(contest.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const generate = useRef<HTMLButtonElement>(null)
  const tell = useEffectEvent(onHeld)
  const writing = work.progress !== null
  const count = work.drafts.length
  const saving = work.saving.isPending

  const { progress } = work
  useEffect(() => tell({ writing: progress, drafts: count, saving }), [progress, count, saving])

  // What said how far the work is had the focus, and is gone.
  const ended = work.outcome ?? work.failure ?? work.cancelled
  const arrive = useEffectEvent(() => {
    if (!work.outcome?.got) focusAfterRender(() => generate.current)
    else {
      heading.current?.scrollIntoView({ block: 'start' })
      focusAfterRender(() => heading.current, { preventScroll: true })
    }
  })
  useEffect(() => {
    if (ended) arrive()
  }, [ended])

  if (source.isPending) return <Waiting />
  if (source.isError) {
    return (
      <ErrorState
        title="Nothing can be generated right now"
        text={failureText(source.error, SOURCE_FAILED)}
        onRetry={() => void source.refetch()}
      />
    )
  }

  const { outcome } = work
  const builtIn = source.data.model === null
  const save = (keys: string[], done: boolean) => {
    const drafts = work.drafts.filter((draft) => keys.includes(draft.key))
    if (saving || drafts.length === 0) return
    work.saving.mutate(drafts, {
      // Also what came before a refusal is in the contest.
      onSettled: () => setTimeout(onAdded, AFTER_ADDED_MS),
      onSuccess: () => {
        if (done) onDone()
        else focusAfterRender(() => heading.current)
      },
    })
  }

  return (
    <div className="grid gap-5">
      <GenerationForm
        source={source.data}
        fields={work.fields}
        writing={writing}
        cancelled={work.cancelled}
        again={count > 0}
        generateRef={generate}
        onChange={work.setFields}
        onAsk={() => void work.ask()}
      />
      {work.progress ? (
        <GenerationProgress progress={work.progress} slow={source.data.model !== null} onCancel={work.cancel} />
      ) : null}
      <Failed
        failure={work.failure}
        onTopic={(topic) => {
          work.setFields({ topic })
          void work.ask()
        }}
      />
      {count > 0 || work.lastDropped ? (
        <GenerationList
          headingRef={heading}
          work={work}
          room={MAX_QUESTIONS - contest.questionCount}
          shortfall={outcome && outcome.got < outcome.of ? fewerThanAsked(outcome.got, outcome.of, builtIn) : null}
          onSave={save}
        />
      ) : null}
    </div>
  )
}

/** Why there are none, brought into sight: it may stand below what the window shows. */
function Failed({ failure, onTopic }: { failure: unknown; onTopic: (topic: string) => void }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) scrollIntoViewAfterRender(() => notice.current)
  }, [failure])
  if (!failure) return null
  const nearest = nearestOf(failure)
  return (
    <div ref={notice} className="scroll-mt-5 scroll-mb-24">
      <Alert tone="brick">
        <p>{failureText(failure, GENERATE_FAILED)}</p>
        {nearest.length > 0 ? (
          <fieldset className="mt-2.5 flex flex-wrap gap-2">
            <legend className="sr-only">Nearest topics</legend>
            {nearest.map((topic) => (
              <Button key={topic} size="sm" onClick={() => onTopic(topic)}>
                {topic}
              </Button>
            ))}
          </fieldset>
        ) : null}
      </Alert>
    </div>
  )
}

/** The topics the server names when it does not know the one it was asked for. */
function nearestOf(failure: unknown): string[] {
  if (!hasCode(failure, 'unknown_topic') || !(failure instanceof Failure)) return []
  const { nearest } = failure.body as { nearest?: unknown }
  return Array.isArray(nearest) ? nearest.filter((topic) => typeof topic === 'string') : []
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-11 w-full" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  )
}
