/**
 * Blueprint of a contest, as fields: what each person gets, parts with how many questions of which difficulty and which
 * tags, and how many papers are made. It says at once how many questions there are for each part, and how many are in
 * nobody's paper. Once frozen it is only read.
 */
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField, TextField } from '@/ui/Field'
import { Skeleton } from '@/ui/Skeleton'
import { drawQuery } from '../api'
import {
  checkParts,
  type Draw,
  type DrawPart,
  difficultiesOf,
  eachOf,
  MOST_PAPERS,
  MOST_PARTS,
  type NewDraw,
  partInWords,
  poolsOf,
  tagsIn,
  tagsOf,
} from '../draw'
import {
  ADD_PART,
  ALL_QUESTIONS,
  ANY,
  DRAW,
  DRAW_FAILED,
  DRAW_FROZEN,
  DRAW_INTRO,
  DRAW_SAVE_FAILED,
  DRAW_WHEN,
  eachText,
  leftOverText,
  ofPool,
  PAPERS_HINT,
  PART_TAGS_HINT,
  partNamed,
  SAVE_DRAW,
} from '../drawMessages'
import { DIFFICULTY, TAGS } from '../messages'
import type { Question } from '../model'
import { useSetDraw } from '../mutations'

type DrawPanelProps = { contestId: string; questions: readonly Question[]; onDone: () => void }

export function DrawPanel({ contestId, questions, onDone }: DrawPanelProps) {
  const draw = useQuery(drawQuery(contestId))
  if (draw.data) {
    if (draw.data.frozen) return <Frozen draw={draw.data} questions={questions} />
    return <DrawForm contestId={contestId} draw={draw.data} questions={questions} onDone={onDone} />
  }
  if (draw.isError) {
    return (
      <div className="py-3">
        <ErrorState title={DRAW} text={failureText(draw.error, DRAW_FAILED)} onRetry={() => void draw.refetch()} />
      </div>
    )
  }
  return (
    <div role="status" aria-label={`${DRAW}: loading`} className="grid gap-3 py-3">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}

function Frozen({ draw, questions }: { draw: Draw; questions: readonly Question[] }) {
  return (
    <div className="grid gap-3 pb-4">
      <Alert tone="sky">{DRAW_FROZEN}</Alert>
      <ul className="num grid gap-1">
        {draw.parts.map((part) => (
          <li key={partInWords(part)} className="wrap-anywhere">
            {part.count} × {partInWords(part)}
          </li>
        ))}
      </ul>
      <Sums each={draw.questionsEach} all={questions.length} left={draw.inNoPaper} />
    </div>
  )
}

function Sums({ each, all, left }: { each: number; all: number; left: number }) {
  return (
    <p aria-live="polite" className="num text-sm">
      <span className="font-semibold">{eachText(each, all)}.</span>{' '}
      {left > 0 ? <span className="text-amber">{leftOverText(left)}</span> : null}
    </p>
  )
}

type Marks = { parts?: (string | undefined)[] }
type DrawFormProps = DrawPanelProps & { draw: Draw }

function DrawForm({ contestId, draw, questions, onDone }: DrawFormProps) {
  const setting = useSetDraw(contestId, onDone)
  const form = useServerForm<NewDraw, Marks>({
    defaultValues: { parts: draw.parts, papers: draw.papers },
    check: ({ parts }) => {
      const wrong = checkParts(parts, questions)
      return wrong.some(Boolean) ? { parts: wrong } : {}
    },
    call: setting,
    send: (fields) => setting.mutate(fields),
    failed: DRAW_SAVE_FAILED,
  })
  const { parts, papers } = form.watch()
  const asked = form.formState.isSubmitted
  const pools = poolsOf(parts, questions)
  const wrong = checkParts(parts, questions)
  const listId = useId()
  const change = (at: number, part: Partial<DrawPart>) =>
    form.change({ parts: parts.map((each, i) => (i === at ? { ...each, ...part } : each)) })
  const left = questions.length - pools.reduce((sum, pool) => sum + pool, 0)
  return (
    <form {...form.props} aria-label={DRAW} className="grid max-w-3xl gap-4 pb-4">
      <p className="max-w-[68ch] text-muted text-sm">
        {DRAW_INTRO} {DRAW_WHEN}
      </p>
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      <datalist id={listId}>
        {tagsOf(questions).map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <ol className="grid gap-4">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and may be equal
          <li key={at}>
            <Part
              part={part}
              number={at + 1}
              pool={pools[at] ?? 0}
              // A part that was just added is not wrong yet, but too many questions are seen at once.
              error={asked || part.count > (pools[at] ?? 0) ? wrong[at] : undefined}
              difficulties={difficultiesOf(questions)}
              tagsList={listId}
              onChange={(next) => change(at, next)}
              onRemove={() => form.change({ parts: parts.filter((_, i) => i !== at) })}
            />
          </li>
        ))}
      </ol>
      {parts.length < MOST_PARTS ? (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => form.change({ parts: [...parts, { difficulty: '', tags: [], count: 1 }] })}
        >
          {ADD_PART}
        </Button>
      ) : null}
      {parts.length > 0 ? (
        <>
          <SelectField
            label="Papers"
            hint={PAPERS_HINT}
            className="max-w-60"
            value={String(papers)}
            onChange={(event) => form.change({ papers: Number(event.target.value) })}
          >
            {Array.from({ length: MOST_PAPERS }, (_, at) => at + 1).map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </SelectField>
          <Sums each={eachOf(parts)} all={questions.length} left={left} />
        </>
      ) : (
        <p className="font-semibold text-sm">{ALL_QUESTIONS}.</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={setting.isPending}>
          {SAVE_DRAW}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

type PartProps = {
  part: DrawPart
  number: number
  pool: number
  error: string | undefined
  difficulties: readonly string[]
  tagsList: string
  onChange: (part: Partial<DrawPart>) => void
  onRemove: () => void
}

function Part({ part, number, pool, error, difficulties, tagsList, onChange, onRemove }: PartProps) {
  // As it is typed, with a comma at its end.
  const [typed, setTyped] = useState(() => part.tags.join(', '))
  // Another part stands here after one above was removed.
  const tags = JSON.stringify(tagsIn(typed)) === JSON.stringify(part.tags) ? typed : part.tags.join(', ')
  const known = part.difficulty && !difficulties.includes(part.difficulty)
  return (
    <fieldset className="grid min-w-0 items-start gap-x-3 gap-y-2 border-line border-b pb-4 sm:grid-cols-[7rem_10rem_minmax(0,1fr)]">
      <legend className="sr-only">{partNamed(number)}</legend>
      <div className="flex items-center justify-between sm:col-span-full">
        <span aria-hidden="true" className="num font-semibold text-sm">
          {partNamed(number)}
        </span>
        <Button
          variant="ghost"
          className="w-11 px-0"
          aria-label={`Remove part ${number}`}
          icon={<X aria-hidden="true" className="size-4.5" />}
          onClick={onRemove}
        />
      </div>
      <TextField
        label="Questions"
        inputMode="numeric"
        className="num"
        hint={ofPool(pool)}
        error={error}
        value={Number.isFinite(part.count) ? String(part.count) : ''}
        onChange={(event) => onChange({ count: countIn(event.target.value) })}
      />
      <SelectField
        label={DIFFICULTY}
        value={part.difficulty}
        onChange={(event) => onChange({ difficulty: event.target.value })}
      >
        <option value="">{ANY}</option>
        {known ? <option value={part.difficulty}>{part.difficulty}</option> : null}
        {difficulties.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </SelectField>
      <TextField
        label={TAGS}
        hint={PART_TAGS_HINT}
        list={tagsList}
        maxLength={300}
        value={tags}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange({ tags: tagsIn(event.target.value) })
        }}
      />
    </fieldset>
  )
}

/** NaN of what is no number: it stays empty, and is wrong. */
const countIn = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN)
