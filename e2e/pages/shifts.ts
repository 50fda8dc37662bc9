/** Layout shifts: how much has moved on the page by itself so far, and what. */
import type { Page } from '../fixtures'

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

export function shifts(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0
        const moved: string[] = []
        const named = (node: Node | null) => {
          const element = node instanceof Element ? node : node?.parentElement
          return `${element?.tagName.toLowerCase()} “${element?.textContent?.trim().slice(0, 30)}”`
        }
        const add = (entries: PerformanceEntryList) => {
          for (const one of entries as Shift[]) {
            if (one.hadRecentInput) continue
            sum += one.value
            for (const { node, previousRect: was, currentRect: is } of one.sources) {
              const from = `${Math.round(was.x)},${Math.round(was.y)} ${Math.round(was.width)}×${Math.round(was.height)}`
              const to = `${Math.round(is.x)},${Math.round(is.y)} ${Math.round(is.width)}×${Math.round(is.height)}`
              moved.push(`${one.value.toFixed(3)} ${named(node)} from ${from} to ${to}`)
            }
          }
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Two frames: what is buffered has been told by then.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords())
            resolve({ sum, moved })
          }),
        )
      }),
  )
}
