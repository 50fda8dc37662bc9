/** Membership badge: what somebody is in a club, in a word; nothing for whoever is not in it. */
import { Clock3, ShieldCheck, UserRoundCheck } from 'lucide-react'
import { Badge } from '@/ui/Badge'
import { APPLIED, MANAGE_IT } from '../messages'
import { type Place, statusTone } from '../model'

export function MembershipBadge({ you }: { you: Place | null }) {
  if (!you) return null
  if (you.status === 'pending') {
    return (
      <Badge tone="amber" icon={<Clock3 aria-hidden="true" />}>
        {APPLIED}
      </Badge>
    )
  }
  if (you.status === 'none') return null
  return (
    <>
      <Badge tone={statusTone(you.role ?? '')} icon={<UserRoundCheck aria-hidden="true" />}>
        {you.role ?? 'Member'}
      </Badge>
      {you.mayManage && you.role !== 'President' ? (
        <Badge tone="grey" icon={<ShieldCheck aria-hidden="true" />}>
          {MANAGE_IT}
        </Badge>
      ) : null}
    </>
  )
}
