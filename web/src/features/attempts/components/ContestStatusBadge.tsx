/** Status badge of a contest: one word and a colour. */
import { Badge } from '@/ui/Badge'
import { badgeOf, type Part, type Status } from '../model'

export function ContestStatusBadge({ contest, status }: { contest: Part; status: Status }) {
  const { tone, word } = badgeOf(status, contest)
  return <Badge tone={tone}>{word}</Badge>
}
