/** Theme: light, dark or as the device says. /theme.js applies the same choice before the first paint. */
import { useSyncExternalStore } from 'react'
import { themeChoice } from './storage'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

export function currentTheme(): Theme {
  const chosen = themeChoice.read()
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    themeChoice.clear()
    delete document.documentElement.dataset.theme
  } else {
    themeChoice.write(theme)
    document.documentElement.dataset.theme = theme
  }
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}
