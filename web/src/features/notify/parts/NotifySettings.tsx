/** The profile's part on notifications: this device, the others, and what is told where. */
import { Choices } from './Choices'
import { Devices } from './Devices'
import { PushPanel } from './PushPanel'

export function NotifySettings() {
  return (
    <div className="grid gap-8">
      <PushPanel />
      <Devices />
      <Choices />
    </div>
  )
}
