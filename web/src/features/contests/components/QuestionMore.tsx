/** Tags of a question, which few need: folded away where there are none. */
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { TextField } from '@/ui/Field'
import { checkTags, tagsIn } from '../draw'
import { MORE, TAGS, TAGS_HINT } from '../messages'

type QuestionTagsProps = {
  tags: readonly string[] | undefined
  /** What was refused. */
  error?: string
  onTags: (tags: string[]) => void
  /** Enter in the last field. */
  onEnd?: () => void
}

export function QuestionTags({ tags = [], error, onTags, onEnd }: QuestionTagsProps) {
  // As it is typed, with a comma at its end.
  const [typed, setTyped] = useState(() => tags.join(', '))
  const [open, setOpen] = useState(typed !== '')
  const wrong = checkTags(tags) ?? error
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnd?.()
  }
  return (
    <details
      open={open || wrong !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control text-muted text-sm [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
        {MORE}
      </summary>
      <TextField
        label={TAGS}
        hint={TAGS_HINT}
        maxLength={300}
        value={typed}
        error={wrong}
        onKeyDown={keys}
        onChange={(event) => {
          setTyped(event.target.value)
          onTags(tagsIn(event.target.value))
        }}
      />
    </details>
  )
}
