/** Status badge of an event: a word with its colour, and the badge of one's own registration. */
import { Check, Hourglass } from 'lucide-react'
import { Badge } from '@/ui/Badge'
import { BADGES, onWaitingList, YOU_ARE_IN } from '../messages'
import { type Part, type Status, TONES } from '../model'

export function EventStatusBadge({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{BADGES[status]}</Badge>
}

export function PartBadge({ part }: { part: Part }) {
  return part.state === 'registered' ? (
    <Badge tone="lawn" icon={<Check aria-hidden="true" />}>
      {YOU_ARE_IN}
    </Badge>
  ) : (
    <Badge tone="amber" icon={<Hourglass aria-hidden="true" />}>
      {onWaitingList(part.position)}
    </Badge>
  )
}
