/**
 * Dialog with a form, fetched after its page: few who see the page open it, and the library of forms is larger than many a
 * page. It comes once the page is drawn and quiet, or when it is opened before that.
 */
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { whenIdle } from '@/lib/whenIdle'

export function lazyDialog<P extends { open: boolean }>(fetchIt: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Dialog = lazy(() => retryUntilLoaded(fetchIt).then((found) => ({ default: found as ComponentType<object> })))
  return function LazyDialog(props: P) {
    const [opened, setOpened] = useState(false)
    if (props.open && !opened) setOpened(true)
    // What does not come now is fetched again when it is wanted.
    useEffect(() => whenIdle(() => void fetchIt().catch(() => {})), [])
    return opened ? (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    ) : null
  }
}
