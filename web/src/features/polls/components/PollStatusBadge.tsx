/** Status badge of a poll: one word and a colour, and whether one has voted in it. */
import { Check } from 'lucide-react'
import { Badge } from '@/ui/Badge'
import { BADGES, VOTED_MARK } from '../messages'
import { type Status, TONES } from '../model'

export function PollStatusBadge({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{BADGES[status]}</Badge>
}

export function VotedBadge() {
  return (
    <Badge tone="grey" icon={<Check aria-hidden="true" />}>
      {VOTED_MARK}
    </Badge>
  )
}
