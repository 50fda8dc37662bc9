/**
 * Says that options lie below the edge, where a long question leaves them no room, and brings them up. It stands on the bar
 * at the bottom, as a part of it.
 */
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/Button'
import { OPTIONS_BELOW } from './words'

const lastOption = () => document.querySelector('[data-options] > :last-child')

export function MoreBelow({ question }: { question: string | undefined }) {
  const row = useRef<HTMLDivElement>(null)
  const [below, setBelow] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has other options
  useEffect(() => {
    const [last, it] = [lastOption(), row.current]
    if (!last || !it) return
    const bar = (it.parentElement?.offsetHeight ?? 0) - it.offsetHeight
    const watch = new IntersectionObserver(
      ([entry]) => setBelow(!!entry && !entry.isIntersecting && entry.boundingClientRect.top > 0),
      { rootMargin: `0px 0px -${bar}px`, threshold: 0.5 },
    )
    watch.observe(last)
    return () => watch.disconnect()
  }, [question])
  return (
    <div ref={row} className="flex justify-center">
      {below ? (
        <Button
          size="sm"
          className="pointer-events-auto mb-2 shadow-float"
          onClick={() => lastOption()?.scrollIntoView({ block: 'end' })}
        >
          {OPTIONS_BELOW}
        </Button>
      ) : null}
    </div>
  )
}
