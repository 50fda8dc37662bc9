/**
 * Load more: the button that loads the rest of a list, and how much of it is shown. Once all is shown, the number stays
 * and takes the focus of the button that goes.
 */
import { useEffect, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { focusIfLost } from '@/lib/focusAfterRender'
import { Button } from './Button'

type LoadMoreProps = {
  label: string
  shown: number
  total: number
  hasMore: boolean
  busy: boolean
  onMore: () => void
  className?: string
}

export function LoadMore({ label, shown, total, hasMore, busy, onMore, className }: LoadMoreProps) {
  const count = useRef<HTMLParagraphElement>(null)
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (pressed && !hasMore) focusIfLost(() => count.current, { preventScroll: true })
  }, [pressed, hasMore])
  if (!hasMore && !pressed) return null
  return (
    <div className={cx('mt-6 flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      {hasMore ? (
        <Button
          busy={busy}
          onClick={() => {
            setPressed(true)
            onMore()
          }}
        >
          {label}
        </Button>
      ) : null}
      <p ref={count} tabIndex={-1} className="num text-muted text-sm outline-none">
        {shown} of {total}
      </p>
    </div>
  )
}
