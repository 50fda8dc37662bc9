/**
 * Generation form: a topic or notes, how many, how hard. Generate waits for a topic. Notes only where a provider can
 * read them. A start is a topic and one press.
 */
import { Sparkles } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { serverNow } from '@/lib/serverClock'
import { formatDate } from '@/lib/time'
import { Button } from '@/ui/Button'
import { SelectField, TextField } from '@/ui/Field'
import { Tabs } from '@/ui/Tabs'
import {
  BUILT_IN,
  BUILT_IN_NOTES,
  cancelledAfter,
  countOf,
  draftsLeft,
  heldHint,
  heldWarning,
  NOTES_FIRST,
  providerSays,
  sentToProvider,
  TOPIC_FIRST,
} from '../messages'
import {
  allowedAt,
  checkFields,
  type Fields,
  holdingOf,
  LEVELS,
  type Level,
  MOST_DRAFTS,
  numberOf,
  type Source,
  suggested,
  topicOf,
  USUAL_KINDS,
} from '../questionGeneration'
import { GenerationKinds } from './GenerationKinds'
import { GenerationNotes } from './GenerationNotes'
import { GenerationTopic } from './GenerationTopic'

const WAYS = [
  { value: 'topic', label: 'From a topic' },
  { value: 'notes', label: 'From notes' },
] as const

type GenerationFormProps = {
  source: Source
  fields: Fields
  writing: boolean
  /** The last request was cancelled, with so many written. */
  cancelled: { written: number } | null
  /** There are drafts already: the next step is to save them. */
  again: boolean
  generateRef: Ref<HTMLButtonElement>
  onChange: (part: Partial<Fields>) => void
  onAsk: () => void
}

export function GenerationForm({
  source,
  fields,
  writing,
  cancelled,
  again,
  generateRef,
  onChange,
  onAsk,
}: GenerationFormProps) {
  const panel = useId()
  const beside = useId()
  const { timeZone } = useSite()
  const topicField = useRef<HTMLInputElement>(null)
  const way = source.notes ? fields.way : 'topic'
  const allowed = allowedAt(serverNow(), source)
  const used = allowed?.left === 0
  const errors = checkFields({ ...fields, way }, used ? null : allowed)
  const topic = topicOf({ ...fields, way })
  // What is entered is kept by whoever writes the drafts, also while this is closed.
  const form = useServerForm({
    defaultValues: {},
    check: () => (writing || used || topic === '' ? {} : errors),
    send: () => {
      if (writing || used || topic === '') return
      if (fields.way !== way) onChange({ way })
      // Quad's own questions have one right option of four.
      if (source.model === null && fields.kinds !== USUAL_KINDS) onChange({ kinds: USUAL_KINDS })
      onAsk()
    },
  })
  const shown = form.formState.isSubmitted ? errors : {}

  const holding = way === 'topic' ? holdingOf(source, fields.topic) : null
  const said: { text: string; loud?: boolean }[] = []
  if (cancelled) said.push({ text: cancelledAfter(cancelled.written), loud: true })
  if (allowed && (used || allowed.left <= 2 * MOST_DRAFTS)) {
    const again = allowed.until === null ? null : formatDate(allowed.until, timeZone)
    said.push({ text: draftsLeft(allowed.left, allowed.of, again), loud: used })
  }
  if (!used && topic === '') said.push({ text: way === 'topic' ? TOPIC_FIRST : NOTES_FIRST })
  if (!used && holding) {
    const held = fields.difficulty ? holding[fields.difficulty] : holding.easy + holding.medium + holding.hard
    if ((numberOf(fields.number) ?? 0) > held) said.push({ text: heldWarning(held, fields.difficulty), loud: true })
  }

  const start = useEffectEvent(() => {
    if (!again) topicField.current?.focus()
  })
  useEffect(() => start(), [])

  return (
    <>
      {source.notes ? (
        <Tabs
          label="What to make questions from"
          value={way}
          onChange={(next) => onChange({ way: next })}
          items={WAYS}
          panelId={panel}
          className="-mx-5 -mt-5 px-2"
        />
      ) : null}
      <div
        id={panel}
        {...(source.notes ? { role: 'tabpanel', 'aria-label': WAYS.find((each) => each.value === way)?.label } : {})}
      >
        <form {...form.props} aria-label="What to generate" className="grid gap-5">
          {source.model === null ? (
            <p className="max-w-[68ch] text-muted text-sm">{`${BUILT_IN} ${BUILT_IN_NOTES}`}</p>
          ) : (
            <div className="grid max-w-[68ch] gap-2 text-muted text-sm">
              <p>{providerSays(source.model)}</p>
              <p>{sentToProvider(source.model, way === 'notes')}</p>
            </div>
          )}
          <GenerationTopic
            ref={topicField}
            topics={source.topics}
            suggestions={suggested(source, fields.topic)}
            suggesting={way === 'topic'}
            required={way === 'topic'}
            value={fields.topic}
            onChange={(topic) => onChange({ topic })}
            hint={
              way === 'notes'
                ? 'What the notes are about. Left empty, their first words stand for it.'
                : source.model === null
                  ? holding
                    ? heldHint(holding)
                    : `One of ${countOf(source.topics.length, 'topic', 'topics')}; other names of them are understood.`
                  : 'Any topic, as narrow as you like.'
            }
          />
          {way === 'notes' ? (
            <GenerationNotes notes={fields.notes} error={shown.notes} onChange={(notes) => onChange({ notes })} />
          ) : null}
          <div className="grid gap-5 min-[22rem]:grid-cols-2">
            <TextField
              label="Number of questions"
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST_DRAFTS}
              required
              value={fields.number}
              error={shown.number}
              className="min-w-0"
              onChange={(event) => onChange({ number: event.target.value })}
            />
            <SelectField
              label="Difficulty"
              value={fields.difficulty}
              className="min-w-0"
              onChange={(event) => onChange({ difficulty: event.target.value as Level | '' })}
            >
              <option value="">Mixed</option>
              {LEVELS.map((level) => (
                <option key={level.value} value={level.value}>
                  {level.label}
                </option>
              ))}
            </SelectField>
          </div>
          {source.model === null ? null : (
            <GenerationKinds kinds={fields.kinds} onChange={(kinds) => onChange({ kinds })} />
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              ref={generateRef}
              type="submit"
              variant={again ? 'secondary' : 'primary'}
              disabled={writing || used || topic === ''}
              aria-describedby={beside}
              icon={<Sparkles aria-hidden="true" className="size-4" />}
            >
              Generate
            </Button>
            {/* Always in the page, so that a screen reader notices when words arrive in it. */}
            <div id={beside} aria-live="polite" className="num grid min-w-0 flex-1 basis-60 gap-0.5 text-sm">
              {writing
                ? null
                : said.map(({ text, loud }) => (
                    <p key={text} className={loud ? 'font-medium' : 'text-muted'}>
                      {text}
                    </p>
                  ))}
            </div>
          </div>
        </form>
      </div>
    </>
  )
}
