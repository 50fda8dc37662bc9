/**
 * A box whose tick is saved as it is made. The tick shows at once: what the cache is told reaches the screen a moment
 * later, and until then React would put the box back. `save` tells its failures itself; then the box shows what is saved.
 */
import { startTransition, useOptimistic } from 'react'

export function useTick(saved: boolean, save: (to: boolean) => Promise<unknown>): [boolean, (to: boolean) => void] {
  const [shown, show] = useOptimistic(saved)
  const tick = (to: boolean) =>
    startTransition(async () => {
      show(to)
      await save(to).catch(() => {})
    })
  return [shown, tick]
}
