/** A draft being rewritten in its place. Nothing is sent: it stays a draft until it is saved. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/Button'
import type { Draft } from '../drafting'
import { checkQuestion, type NewQuestion, tidyQuestion } from '../model'
import { QuestionFields } from './QuestionFields'

type DraftingEditorProps = { draft: Draft; number: number; onDone: (change?: NewQuestion) => void }

export function DraftingEditor({ draft, number, onDone }: DraftingEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const { text, options, answer } = draft
  const [edited, setEdited] = useState<NewQuestion>({ text, options, answer })
  const [asked, setAsked] = useState(false)
  const errors = checkQuestion(edited)

  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(errors).length === 0) onDone(tidyQuestion(edited))
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label={`Edit draft ${number}`}
      className="grid gap-5 max-sm:col-span-2 max-sm:mt-2"
    >
      <QuestionFields question={edited} asked={asked} answerWas={answer} onChange={setEdited} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          Keep changes
        </Button>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
    </form>
  )
}
