/** Page title: what this page is, then the name of the site (configured, hence set once from outside). */
import { useEffect } from 'react'

let site = 'Quad'

export function nameSite(name: string): void {
  if (document.title.endsWith(site)) document.title = document.title.slice(0, -site.length) + name
  site = name
}

/** The title only says that the page is on its way. */
let isPassing = false
const waiting = new Set<(title: string) => void>()

/** `passing`: only until the page has a title of its own; nobody is told of it. */
export function useTitle(title: string, passing?: 'passing'): void {
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site
    isPassing = passing !== undefined
    if (isPassing) return
    for (const tell of waiting) tell(document.title)
    waiting.clear()
  }, [title, passing])
}

/** Tells the page's own title, at once or when it has one. Gives what calls it off. */
export function whenTitled(tell: (title: string) => void): () => void {
  if (isPassing) waiting.add(tell)
  else tell(document.title)
  return () => void waiting.delete(tell)
}
