/** Draft editor: rewrites a draft in its place. Nothing is sent: it stays a draft until it is saved. */
import { useEffect } from 'react'
import { useServerForm } from '@/api/useServerForm'
import { Button } from '@/ui/Button'
import { checkQuestion, type NewQuestion, type QuestionErrors, tidyQuestion } from '../model'
import { type Draft, kindOf } from '../questionGeneration'
import { QuestionFields } from './QuestionFields'

type GenerationEditorProps = { draft: Draft; number: number; onDone: (change?: NewQuestion) => void }

export function GenerationEditor({ draft, number, onDone }: GenerationEditorProps) {
  const { text, options, answer, rightPlaces, typed } = draft
  const form = useServerForm<NewQuestion, QuestionErrors>({
    defaultValues: { text, options, answer, rightPlaces, typed },
    check: checkQuestion,
    send: (edited) => onDone(tidyQuestion(edited)),
  })
  const { ref } = form.props

  useEffect(() => ref.current?.querySelector('textarea')?.focus(), [ref])

  return (
    <form {...form.props} aria-label={`Edit draft ${number}`} className="grid gap-5 max-sm:col-span-2 max-sm:mt-2">
      <QuestionFields
        question={form.watch()}
        asked={form.formState.isSubmitted}
        answerWas={answer}
        onChange={form.change}
        mayBeSeveral={kindOf(draft) !== 'single'}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          Keep changes
        </Button>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
    </form>
  )
}
