/** Marks of a question, where it is written: nothing in a contest without marks, else fields, which are fetched. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { hasMarks } from '@/api/contestRules'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Skeleton } from '@/ui/Skeleton'
import type { QuestionMarksFields } from './QuestionMarksFields'

const Fields = lazy(() =>
  retryUntilLoaded(() => import('./QuestionMarksFields')).then((file) => ({ default: file.QuestionMarksFields })),
)

export function QuestionMarks(props: ComponentProps<typeof QuestionMarksFields>) {
  if (!hasMarks(props.rules)) return null
  return (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <Fields {...props} />
    </Suspense>
  )
}
