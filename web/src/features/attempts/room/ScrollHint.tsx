/**
 * Scroll hint: says that options lie below the edge, where a long question leaves them no room, and brings them up. A strip on the bar at
 * the bottom: over an option it would leave a box without a text, which can be pressed, and the first press is final.
 */
import { useEffect, useRef, useState } from 'react'
import { OPTIONS_BELOW } from './messages'

const lastOption = () => document.querySelector('[data-options] > :last-child')

export function ScrollHint({ question }: { question: string | undefined }) {
  const row = useRef<HTMLDivElement>(null)
  const [below, setBelow] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has other options
  useEffect(() => {
    const [last, it] = [lastOption(), row.current]
    if (!last || !it) return
    const heightOf = (one: HTMLElement | null | undefined) => one?.offsetHeight ?? 0
    const bar = heightOf(it.closest('footer')) + heightOf(it.parentElement) - it.offsetHeight
    const watch = new IntersectionObserver(
      ([entry]) => setBelow(!!entry && !entry.isIntersecting && entry.boundingClientRect.top > 0),
      { rootMargin: `0px 0px -${bar}px`, threshold: 0.5 },
    )
    watch.observe(last)
    return () => watch.disconnect()
  }, [question])
  return (
    <div ref={row}>
      {below ? (
        <button
          type="button"
          className="min-h-10 w-full border-line border-t bg-surface font-semibold text-sm low:min-h-9"
          onClick={() => lastOption()?.scrollIntoView({ block: 'end' })}
        >
          {OPTIONS_BELOW}
        </button>
      ) : null}
    </div>
  )
}
