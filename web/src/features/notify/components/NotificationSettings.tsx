/** Notification settings of the profile: this device, the others, and the preferences. */
import { NotificationPreferences } from './NotificationPreferences'
import { PushDevices } from './PushDevices'
import { PushPanel } from './PushPanel'

export function NotificationSettings() {
  return (
    <div className="grid gap-8">
      <PushPanel />
      <PushDevices />
      <NotificationPreferences />
    </div>
  )
}
