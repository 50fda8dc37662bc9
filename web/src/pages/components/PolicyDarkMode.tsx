/**
 * Theme switch between light and dark on the policy pages: the theme of the whole site, which the footer offers too.
 */
import { Moon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { cx } from '@/lib/cx'
import { chooseTheme, useTheme } from '@/lib/theme'
import { DARK_MODE } from '../policyMessages'

export function PolicyDarkMode() {
  const theme = useTheme()
  const deviceIsDark = useSyncExternalStore(watchDevice, () => device().matches)
  const dark = theme === 'dark' || (theme === 'system' && deviceIsDark)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-control text-sm"
    >
      <Moon aria-hidden="true" className="size-4.5 text-muted" />
      {DARK_MODE}
      <span
        aria-hidden="true"
        className={cx(
          'flex h-6 w-10 items-center rounded-full border p-0.5 transition-colors duration-150',
          dark ? 'justify-end border-lawn bg-lawn' : 'border-edge bg-surface',
        )}
      >
        <span className={cx('size-4.5 rounded-full', dark ? 'bg-lawn-ink' : 'bg-edge')} />
      </span>
    </button>
  )
}

function device(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}

function watchDevice(onChange: () => void): () => void {
  const query = device()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
