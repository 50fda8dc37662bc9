/** Where a contest stands, in one word and a colour. */
import { Badge } from '@/ui/Badge'
import { badgeOf, type ListedContest, type Status } from '../model'

export function StatusBadge({ contest, status }: { contest: ListedContest; status: Status }) {
  const { tone, word } = badgeOf(status, contest)
  return <Badge tone={tone}>{word}</Badge>
}
