/** Shell of ordinary pages: skip link, navigation, the page, footer. */
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Footer } from './Footer'
import { MAIN_ID } from './Frame'
import { NavBar } from './NavBar'
import { StillWaiting } from './StillWaiting'

/** As a layout route it shows its pages; with children it frames what has no route, the not-found page. */
export function SiteShell({ children }: { children?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-lawn px-4 py-2.5 font-semibold text-lawn-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavBar />
      <main id={MAIN_ID} tabIndex={-1} className="min-h-[calc(100dvh-3.8125rem)] flex-1">
        <StillWaiting />
        {children ?? <Outlet />}
      </main>
      <Footer />
    </div>
  )
}
