/**
 * Fixed options: in a contest that mixes them, which options of a question keep their places. Those whose words speak of places are ticked
 * until somebody says otherwise. The fields are fetched: few contests mix anything.
 */
import { type ComponentProps, lazy, Suspense } from 'react'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Skeleton } from '@/ui/Skeleton'
import type { QuestionRules } from '../model'
import type { FixedOptionsFields } from './FixedOptionsFields'

const Fields = lazy(() =>
  retryUntilLoaded(() => import('./FixedOptionsFields')).then((file) => ({ default: file.FixedOptionsFields })),
)

export function FixedOptions({ rules, ...rest }: { rules: QuestionRules } & ComponentProps<typeof FixedOptionsFields>) {
  if (rules.optionOrder !== 'shuffled') return null
  return (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <Fields {...rest} />
    </Suspense>
  )
}
