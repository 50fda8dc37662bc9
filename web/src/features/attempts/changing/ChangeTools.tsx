/** Change tools, below the options: the button that clears an answer, and what became of a change that does not stand. */
import { Eraser } from 'lucide-react'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { isAnswered } from '../room/model'
import { CLEAR, CLEARED_WAITING, changeRefused, otherChanged } from './messages'
import { rowOf } from './model'
import type { ToolsProps } from './types'

export function ChangeTools({ attempt, entries = [], question, given, closed, forget, onClear }: ToolsProps) {
  // This device's last word about it.
  const row = attempt && rowOf(attempt, entries, question.id)
  const clear = () => {
    // The button goes, and with it the focus.
    document.querySelector<HTMLElement>('[data-room] section')?.focus({ preventScroll: true })
    forget()
    onClear(question, null)
  }
  const isWaiting = row?.state === 'waiting' && row.cleared
  const isRefused = row?.state === 'refused' && given?.state !== 'refused'
  return (
    <>
      {isAnswered(given) && !closed ? (
        <Button className="mt-4" onClick={clear} icon={<Eraser aria-hidden="true" className="size-4" />}>
          {CLEAR}
        </Button>
      ) : null}
      {isWaiting ? <p className="mt-4 text-muted text-sm">{CLEARED_WAITING}</p> : null}
      {row?.state === 'saved' && row.instead !== undefined ? (
        <Alert tone="sky" className="mt-4 whitespace-pre-wrap wrap-anywhere">
          {otherChanged(withoutCodeMarks(row.instead), row.cleared === true)}
        </Alert>
      ) : null}
      {isRefused ? (
        <Alert tone="brick" className="mt-4">
          {changeRefused(row.message ?? '')}
        </Alert>
      ) : null}
    </>
  )
}
