/**
 * State of the AI generation window: generating drafts, replacing one, saving them, and keeping the unsaved ones in
 * this browser. Closing the window cancels what is being generated; saving goes on.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { GENERATION_KEY, generate } from '../api'
import { savedGeneration } from '../contestDrafts'
import { useSaveDrafts } from '../mutations'
import {
  added,
  type Draft,
  dropped,
  type Fields,
  type Generation,
  isWorthKeeping,
  kept as keptDraft,
  orderInPlaceOf,
  type Progress,
  type Rewrite,
  replaced,
  restored,
  rewritten,
  saved,
  takenBack,
  wholeOrder,
} from '../questionGeneration'

const AFTER_CANCEL_MS = 1500

/** Another draft in the place of one: asked for, or refused. */
export type Renewal = { busy: boolean; failure: unknown }

export function useQuestionGeneration(contestId: string) {
  const cache = useQueryClient()
  const [work, setWork] = useState(() => restored(savedGeneration(contestId).read()))
  // Answers come late and in any order: each builds on what is there by then.
  const latest = useRef(work)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  /** How many the last answer had, of how many. */
  const [outcome, setOutcome] = useState<{ got: number; of: number } | null>(null)
  /** How many were written when the last request was cancelled. */
  const [cancelled, setCancelled] = useState<{ written: number } | null>(null)
  const [renewals, setRenewals] = useState<Record<string, Renewal>>({})
  const [lastDropped, setLastDropped] = useState<{ draft: Draft; at: number } | null>(null)
  const running = useRef(new Set<AbortController>())
  const whole = useRef<AbortController | null>(null)

  const change = (step: (work: Generation) => Generation) => {
    latest.current = step(latest.current)
    setWork(latest.current)
    if (isWorthKeeping(latest.current)) savedGeneration(contestId).write(latest.current)
    else savedGeneration(contestId).clear()
  }
  const saving = useSaveDrafts(contestId, (key) => change((now) => saved(now, key)))

  useEffect(() => {
    const all = running.current
    return () => {
      for (const each of all) each.abort()
    }
  }, [])

  const begin = () => {
    const controller = new AbortController()
    running.current.add(controller)
    return controller
  }
  const end = (controller: AbortController) => {
    running.current.delete(controller)
    const askAgain = () => void cache.invalidateQueries({ queryKey: GENERATION_KEY })
    askAgain()
    // What was reserved and not written goes back once the server has noticed that nobody listens.
    if (controller.signal.aborted) setTimeout(askAgain, AFTER_CANCEL_MS)
  }

  const ask = async () => {
    const asked = wholeOrder(contestId, latest.current)
    const controller = begin()
    whole.current = controller
    setFailure(null)
    setOutcome(null)
    setCancelled(null)
    setLastDropped(null)
    saving.reset()
    let written = 0
    const tell = (step: Progress) => {
      written = step.written
      setProgress(step)
    }
    tell({ written, of: asked.number, checking: false })
    try {
      const drafts = await generate(asked, tell, controller.signal)
      change((now) =>
        added(
          now,
          drafts.map((draft) => keptDraft(draft, asked)),
        ),
      )
      setOutcome({ got: drafts.length, of: asked.number })
    } catch (error) {
      if (controller.signal.aborted) setCancelled({ written })
      else setFailure(error)
    } finally {
      setProgress(null)
      end(controller)
    }
  }

  /** `onReplacing`: the next moment the card is another one. */
  const renew = async (draft: Draft, onReplacing: (by: string) => void) => {
    const controller = begin()
    const tell = (renewal: Renewal) => setRenewals((all) => ({ ...all, [draft.key]: renewal }))
    tell({ busy: true, failure: null })
    try {
      const asked = orderInPlaceOf(draft, contestId, latest.current)
      const [fresh] = await generate(asked, () => {}, controller.signal)
      if (fresh) {
        const by = keptDraft(fresh, asked)
        onReplacing(by.key)
        change((now) => replaced(now, draft.key, by))
      }
      tell({ busy: false, failure: null })
    } catch (error) {
      tell({ busy: false, failure: controller.signal.aborted ? null : error })
    } finally {
      end(controller)
    }
  }

  return {
    ...work,
    progress,
    failure,
    outcome,
    cancelled,
    renewals,
    lastDropped,
    saving,
    ask,
    cancel: () => whole.current?.abort(),
    renew,
    setFields: (part: Partial<Fields>) => {
      setFailure(null)
      setOutcome(null)
      setCancelled(null)
      change((now) => ({ ...now, fields: { ...now.fields, ...part } }))
    },
    rewrite: (key: string, part: Partial<Rewrite>) => change((now) => rewritten(now, key, part)),
    drop: (key: string) => {
      const at = latest.current.drafts.findIndex((draft) => draft.key === key)
      const draft = latest.current.drafts[at]
      if (!draft) return
      setLastDropped({ draft, at })
      change((now) => dropped(now, key))
    },
    undoDrop: () => {
      if (lastDropped) change((now) => takenBack(now, lastDropped.draft, lastDropped.at))
      setLastDropped(null)
    },
  }
}

export type GenerationWork = ReturnType<typeof useQuestionGeneration>
