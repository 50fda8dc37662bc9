/** Idle tasks: what begins once a page is there and nothing else loads, in a file that no first load contains. */
import { startReminders } from '@/features/attempts/reminders'
import { allowTranslation } from './translatedText'

export function startIdleTasks(): void {
  allowTranslation()
  linkManifest()
  startReminders()
  const forced = matchMedia('(forced-colors: active)')
  const style = () => {
    if (forced.matches) void import('@/styles/forcedColours.css')
  }
  style()
  forced.addEventListener('change', style)
}

/** What makes the site installable. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
