/**
 * Draft list of a contest, one card each, and the button that saves all of them, which asks first where keys are in
 * doubt. A dropped one can come back where it was. What went wrong while saving stands beside the button.
 */
import { Undo2 } from 'lucide-react'
import { Fragment, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { MathsProvider } from '@/ui/MathsProvider'
import { useMathsPreview } from '../hooks/useMathsPreview'
import type { GenerationWork } from '../hooks/useQuestionGeneration'
import { mathsProblems, textsOf } from '../mathsPreview'
import { countOf, QUESTION_FAILED, REVIEW_THEM, takenSays, wasDropped } from '../messages'
import { type Draft, takenFrom } from '../questionGeneration'
import { GenerationCard } from './GenerationCard'
import { UncheckedKeysDialog } from './UncheckedKeysDialog'

type GenerationListProps = {
  work: GenerationWork
  /** How many more questions the contest takes. */
  room: number
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Why there are fewer than asked for. */
  shortfall: string | null
  /** `done`: nothing is left to do here afterwards. */
  onSave: (keys: string[], done: boolean) => void
}

export function GenerationList({ work, room, headingRef, shortfall, onSave }: GenerationListProps) {
  const { drafts, lastDropped, saving } = work
  const list = useRef<HTMLOListElement>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const short = useId()
  /** The place of the card that shall have the focus next, or its key. */
  const goTo = useRef<number | string | null>(null)
  const taken = takenFrom(drafts)
  const inDoubt = drafts.filter((draft) => draft.doubtful)
  const doubtful = inDoubt.length
  const preview = useMathsPreview([...textsOf(drafts), ...drafts.map(({ why }) => why ?? '')])
  const all = drafts.map((draft) => draft.key)
  const renewing = drafts.some((draft) => work.renewals[draft.key]?.busy)

  // The card with the focus is gone: the next one has it, so that one can go on through the list. At once, or the dialog
  // takes it.
  useLayoutEffect(() => {
    const place = goTo.current
    if (place === null) return
    goTo.current = null
    const key = typeof place === 'string' ? place : drafts[Math.min(place, drafts.length - 1)]?.key
    const target = headingOf(list.current, key) ?? headingRef.current
    target?.focus()
    list.current?.querySelector('[data-dropped]')?.scrollIntoView?.({ block: 'nearest' })
  }, [drafts, headingRef])

  const drop = (draft: Draft, at: number) => {
    goTo.current = at
    work.drop(draft.key)
  }
  const renew = (draft: Draft) =>
    void work.renew(draft, (by) => {
      // Whoever went on meanwhile is not called back.
      const card = headingOf(list.current, draft.key)?.closest('li')
      if (card?.contains(document.activeElement)) goTo.current = by
    })
  const saveAll = () => {
    if (doubtful > 0) setAsking(true)
    else onSave(all, true)
  }
  const undoAt = lastDropped ? Math.min(lastDropped.at, drafts.length) : -1
  const undo = lastDropped ? (
    <li
      data-dropped
      className="my-3 flex scroll-mt-5 scroll-mb-24 flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-paper px-3.5 py-2.5 text-sm"
    >
      <p role="status" className="min-w-0 flex-1 basis-40">
        {wasDropped(lastDropped.at + 1)}
      </p>
      <Button
        size="sm"
        icon={<Undo2 aria-hidden="true" className="size-4" />}
        onClick={() => {
          goTo.current = lastDropped.draft.key
          work.undoDrop()
        }}
      >
        Undo drop
      </Button>
    </li>
  ) : null

  return (
    <section aria-labelledby="drafts" className="border-line border-t pt-5">
      {/* It has the focus when drafts arrive, and what is said about them below comes along. */}
      <h3
        id="drafts"
        ref={headingRef}
        tabIndex={-1}
        aria-describedby={shortfall ? short : undefined}
        className="scroll-mt-5 text-lg outline-none"
      >
        Drafts <span className="num font-normal text-base text-muted">{drafts.length}</span>
      </h3>
      <p className="mt-1 text-muted text-sm">{drafts.length > 0 ? REVIEW_THEM : 'None are left.'}</p>
      {shortfall ? (
        <Alert tone="sky" className="mt-3">
          <p id={short}>{shortfall}</p>
        </Alert>
      ) : null}
      {taken.length > 0 ? (
        <Alert tone="sky" className="mt-3">
          {taken.map((each) => (
            <p key={each.asked}>{takenSays(each)}</p>
          ))}
        </Alert>
      ) : null}
      <MathsProvider maths={preview.maths}>
        <ol ref={list} className="mt-2 grid">
          {drafts.map((draft, at) => (
            <Fragment key={draft.key}>
              {at === undoAt ? undo : null}
              <GenerationCard
                draft={draft}
                number={at + 1}
                formulaProblems={mathsProblems(draft, preview.problems)}
                renewal={work.renewals[draft.key]}
                saving={saving.isPending}
                full={room < 1}
                editing={editing === draft.key}
                onEdit={() => setEditing(draft.key)}
                onEdited={(change) => {
                  if (change) work.rewrite(draft.key, change)
                  setEditing(null)
                }}
                onConfirm={() => work.rewrite(draft.key, {})}
                onRenew={() => renew(draft)}
                onDrop={() => drop(draft, at)}
                onSave={() => onSave([draft.key], false)}
              />
            </Fragment>
          ))}
          {undoAt === drafts.length ? undo : null}
        </ol>
      </MathsProvider>
      {drafts.length > 0 ? (
        <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-line border-t bg-surface px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {saving.error ? (
            <Alert tone="brick" className="w-full">
              {failureText(saving.error, QUESTION_FAILED)}
            </Alert>
          ) : null}
          <p aria-live="polite" className="num mr-auto text-muted text-sm">
            {drafts.length > room
              ? `This contest takes ${countOf(Math.max(0, room), 'more question', 'more questions')}.`
              : editing !== null && drafts.some((draft) => draft.key === editing)
                ? 'One is being edited.'
                : doubtful > 0
                  ? `${countOf(doubtful, 'key', 'keys')} to check.`
                  : ''}
          </p>
          <Button
            variant="primary"
            disabled={drafts.length > room || renewing || drafts.some((draft) => draft.key === editing)}
            busy={saving.isPending}
            onClick={saveAll}
          >
            {drafts.length === 1 ? 'Save it' : `Save all ${drafts.length}`}
          </Button>
        </div>
      ) : null}
      <UncheckedKeysDialog
        open={asking}
        doubtful={doubtful}
        of={drafts.length}
        onClose={() => setAsking(false)}
        onLook={() => {
          setAsking(false)
          focusAfterRender(() => headingOf(list.current, inDoubt[0]?.key))
        }}
        onSaveOthers={() => {
          setAsking(false)
          onSave(
            drafts.filter((draft) => !draft.doubtful).map((draft) => draft.key),
            false,
          )
        }}
        onSaveAll={() => {
          setAsking(false)
          onSave(all, true)
        }}
      />
    </section>
  )
}

/** A card's heading. While it is being edited it has none. */
function headingOf(list: HTMLElement | null, key: string | undefined): HTMLElement | null {
  return key === undefined ? null : (list?.querySelector<HTMLElement>(`[data-draft="${key}"] h4`) ?? null)
}
