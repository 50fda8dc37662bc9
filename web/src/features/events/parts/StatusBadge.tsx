/** Where an event stands, in a word with its colour; and the mark of one's own part in it. */
import { Check, Hourglass } from 'lucide-react'
import { Badge } from '@/ui/Badge'
import { type Part, type Status, TONES } from '../model'
import { BADGES, onWaitingList, YOU_ARE_IN } from '../words'

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{BADGES[status]}</Badge>
}

export function PartBadge({ part }: { part: Part }) {
  return part.state === 'registered' ? (
    <Badge tone="lawn" icon={<Check aria-hidden="true" />}>
      {YOU_ARE_IN}
    </Badge>
  ) : (
    <Badge tone="amber" icon={<Hourglass aria-hidden="true" />} className="h-auto whitespace-normal py-1">
      {onWaitingList(part.position)}
    </Badge>
  )
}
