/** Status badge of a contest: one word and a colour. */
import { Badge } from '@/ui/Badge'
import { badgeOf, type ListedContest, type Status } from '../model'

export function ContestStatusBadge({ contest, status }: { contest: ListedContest; status: Status }) {
  const { tone, word } = badgeOf(status, contest)
  return <Badge tone={tone}>{word}</Badge>
}
