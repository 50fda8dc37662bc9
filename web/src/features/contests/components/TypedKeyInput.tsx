/** Typed key input: its fields, fetched when they are first shown. */
import { lazy, Suspense } from 'react'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { Skeleton } from '@/ui/Skeleton'
import type { TypedKeyFieldsProps } from './TypedKeyFields'

const Fields = lazy(() =>
  retryUntilLoaded(() => import('./TypedKeyFields')).then((file) => ({ default: file.TypedKeyFields })),
)

export function TypedKeyInput(props: TypedKeyFieldsProps) {
  return (
    <Suspense fallback={<Skeleton className="h-64 rounded-control" />}>
      <Fields {...props} />
    </Suspense>
  )
}
