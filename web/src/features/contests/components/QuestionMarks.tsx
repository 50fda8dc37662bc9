/**
 * Marks of a question, where it is written: nothing in a contest without marks, else fields, which are fetched. Why they were refused
 * as a whole is said in their place, also once they are gone.
 */
import { type ComponentProps, lazy, Suspense } from 'react'
import { hasMarks } from '@/api/contestRules'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import type { QuestionMarksFields } from './QuestionMarksFields'

const Fields = lazy(() =>
  retryUntilLoaded(() => import('./QuestionMarksFields')).then((file) => ({ default: file.QuestionMarksFields })),
)

export function QuestionMarks(props: ComponentProps<typeof QuestionMarksFields>) {
  const { rules, errors } = props
  const refused = errors.marks ? <Refused>{errors.marks}</Refused> : null
  const fields = hasMarks(rules) ? (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <Fields {...props} />
    </Suspense>
  ) : null
  // Each stays the same element when the other comes or goes: the refusal would lose the focus, and the fields would fold.
  return refused || fields ? (
    <div>
      {refused}
      {fields}
    </div>
  ) : null
}

/** As a field with a mistake: it gets the focus, wherever the form is scrolled to. */
function Refused({ children }: { children: string }) {
  return (
    <div data-invalid tabIndex={-1} className="rounded-control">
      <Alert tone="brick">{children}</Alert>
    </div>
  )
}
