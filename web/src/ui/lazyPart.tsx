/**
 * Lazy part: a part of a page whose code comes when it is first needed, or when `load` is called before; until then
 * something of the same size stands in its place. Once its code is here, it is drawn at once, without a moment of
 * anything else.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'

type LazyPart<P> = [Part: ComponentType<P & { instead: ReactNode }>, load: () => Promise<void>]

export function lazyPart<P extends object>(fetchIt: () => Promise<ComponentType<P>>): LazyPart<P> {
  let here: ComponentType<P> | null = null
  let coming: Promise<void> | undefined
  const load = () => {
    coming ??= retryUntilLoaded(fetchIt).then((found) => {
      here = found
    })
    return coming
  }
  function Part({ instead, ...props }: P & { instead: ReactNode }) {
    const [Found, setFound] = useState(() => here)
    useEffect(() => {
      if (Found) return
      let isGone = false
      void load().then(() => {
        if (!isGone) setFound(() => here)
      })
      return () => {
        isGone = true
      }
    }, [Found])
    return Found ? <Found {...(props as unknown as P)} /> : instead
  }
  return [Part, load]
}
