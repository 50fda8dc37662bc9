/**
 * Optimistic checkbox: the tick shows at once and is saved in the background. The cache reaches the screen a moment
 * later, and until then React would reset the box. `save` reports its failures itself; then the box shows what is
 * saved.
 */
import { startTransition, useOptimistic } from 'react'

export function useOptimisticToggle(
  saved: boolean,
  save: (to: boolean) => Promise<unknown>,
): [boolean, (to: boolean) => void] {
  const [shown, show] = useOptimistic(saved)
  const tick = (to: boolean) =>
    startTransition(async () => {
      show(to)
      await save(to).catch(() => {})
    })
  return [shown, tick]
}
