/**
 * Topic field, with a few topics that fit what was typed below it and all of them in the browser's own list. Where none
 * fits, some stand there that show what there is.
 */
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { TOPIC_LENGTH } from '../questionGeneration'

type GenerationTopicProps = {
  topics: readonly string[]
  suggestions: readonly string[]
  value: string
  required: boolean
  hint: string
  /** Not where the topic only names what the notes are about. */
  suggesting: boolean
  onChange: (topic: string) => void
  ref?: Ref<HTMLInputElement>
}

export function GenerationTopic({
  topics,
  suggestions,
  value,
  hint,
  required,
  suggesting,
  onChange,
  ref,
}: GenerationTopicProps) {
  const list = useId()
  return (
    <div className="grid gap-2.5">
      <TextField
        ref={ref}
        label="Topic"
        list={list}
        required={required}
        maxLength={TOPIC_LENGTH}
        autoComplete="off"
        placeholder={suggestions[0] ? `Such as ${suggestions[0]}` : undefined}
        hint={hint}
        className="[&_input::-webkit-calendar-picker-indicator]:hidden!"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
      {suggesting ? <Suggestions topics={suggestions} onChoose={onChange} /> : null}
    </div>
  )
}

/** One row, whatever fits: nothing below moves while somebody types. It fades out on a side where there is more. */
function Suggestions({ topics, onChoose }: { topics: readonly string[]; onChoose: (topic: string) => void }) {
  const row = useRef<HTMLFieldSetElement>(null)
  const [more, setMore] = useState({ before: false, after: false })
  const look = () => {
    const { current } = row
    if (!current) return
    const { scrollLeft, clientWidth, scrollWidth } = current
    const [before, after] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
    setMore((was) => (was.before === before && was.after === after ? was : { before, after }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other topics, another width
  useEffect(() => {
    look()
    const { current } = row
    if (!current || !('ResizeObserver' in window)) return
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [topics.join('|')])
  return (
    <fieldset
      ref={row}
      onScroll={look}
      className={cx(
        '-mx-5 flex h-11 min-w-0 items-center gap-2 overflow-x-auto overscroll-x-contain px-5 [scrollbar-width:none]',
        more.after && !more.before && 'mask-r-from-[calc(100%-4rem)]',
        more.before && !more.after && 'mask-l-from-[calc(100%-4rem)]',
        more.before && more.after && 'mask-x-from-[calc(100%-4rem)]',
      )}
    >
      <legend className="sr-only">Suggested topics</legend>
      {topics.map((topic) => (
        <Button key={topic} size="sm" className="shrink-0 rounded-full font-medium" onClick={() => onChoose(topic)}>
          {topic}
        </Button>
      ))}
    </fieldset>
  )
}
