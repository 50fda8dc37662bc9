/**
 * Scrolling of the selected item of a horizontal row into view: on load, when another item is selected, and when the
 * row or an item changes its width later, as with a count that comes from the server.
 */
import { type RefObject, useEffect } from 'react'

/** The row is positioned. `parts` changes when others are offered or chosen. */
export function useScrollSelectedIntoView(row: RefObject<HTMLElement | null>, parts: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parts, another chosen one
  useEffect(() => {
    const { current } = row
    if (!current) return
    // It also calls once for what it begins to observe, before anything is drawn.
    const watch = new ResizeObserver(() => {
      const chosen = current.querySelector<HTMLElement>('[aria-selected=true],[aria-current]')
      // Not scrollIntoView: that would also scroll the page.
      if (chosen) current.scrollTo({ left: chosen.offsetLeft - (current.clientWidth - chosen.offsetWidth) / 2 })
    })
    for (const part of [current, ...current.children]) watch.observe(part)
    return () => watch.disconnect()
  }, [parts])
}
