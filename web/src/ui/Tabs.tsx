/**
 * Tabs: a row of them, one chosen. Arrow keys move, Home and End jump. On a phone the row scrolls and the chosen tab is
 * brought into view; words are never cut. The caller shows what belongs to `value`, in an element with `panelId` and
 * role="tabpanel" where there is one. Base UI's tabs do the same, and would add 10 KB to eight pages, the contest list
 * among them (docs/decisions/026).
 */
import { type KeyboardEvent, useRef } from 'react'
import { cx } from '@/lib/cx'
import { useScrollSelectedIntoView } from '@/lib/useScrollSelectedIntoView'

/** A `count` of null is on its way: its place is kept. */
export type TabItem<V extends string> = { value: V; label: string; count?: number | null }

export type TabsProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  items: readonly TabItem<V>[]
  panelId?: string
  className?: string
}

export function Tabs<V extends string>({ label, value, onChange, items, panelId, className }: TabsProps<V>) {
  const row = useRef<HTMLDivElement>(null)

  useScrollSelectedIntoView(row, value + items.length)

  const move = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const place = (to + items.length) % items.length
    const next = items[place]
    if (!next) return
    onChange(next.value)
    const tab = row.current?.children[place] as HTMLElement | undefined
    tab?.focus({ preventScroll: true })
  }

  return (
    <div className={cx('relative border-line border-b', className)}>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="-mb-px relative flex gap-1 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {items.map((item) => {
          const chosen = item.value === value
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              aria-selected={chosen}
              aria-controls={panelId}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(item.value)}
              className={cx(
                'flex h-11 shrink-0 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-3.5 font-[550] text-muted text-sm transition-colors duration-150 -outline-offset-2 hover:text-ink',
                chosen && 'border-lawn text-ink',
              )}
            >
              {item.label}{' '}
              {item.count === undefined ? null : (
                <span className="num min-w-[2ch] text-muted text-xs">{item.count}</span>
              )}
            </button>
          )
        })}
      </div>
    </div>
  )
}
