/**
 * Sets the page's title: what this page is, then the name of the site (configured, hence set once from outside).
 */
import { useEffect } from 'react'

let site = 'Quad'

export function nameSite(name: string): void {
  if (document.title.endsWith(site)) document.title = document.title.slice(0, -site.length) + name
  site = name
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site
  }, [title])
}
