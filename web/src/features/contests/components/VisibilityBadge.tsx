/** Visibility of a contest, Public or Private, and the button that changes it. */
import { Globe, Lock } from 'lucide-react'
import { Badge, BadgeButton } from '@/ui/Badge'
import type { Contest } from '../model'
import { usePublishDialog } from './PublishDialog'

type VisibilityBadgeProps = { contest: Contest; fixed?: boolean }

export function VisibilityBadge({ contest, fixed }: VisibilityBadgeProps) {
  const { publish, dialog } = usePublishDialog(contest)
  const { isPublic } = contest
  const icon = isPublic ? <Globe aria-hidden="true" /> : <Lock aria-hidden="true" />
  const word = isPublic ? 'Public' : 'Private'
  const tone = isPublic ? 'lawn' : 'grey'
  if (fixed) {
    return (
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
    )
  }
  return (
    <>
      <BadgeButton
        tone={tone}
        icon={icon}
        title={isPublic ? 'Make private' : 'Make public'}
        aria-label={`${word}: ${contest.title}. Make it ${isPublic ? 'private' : 'public'}`}
        onClick={() => publish(!isPublic)}
      >
        {word}
      </BadgeButton>
      {dialog}
    </>
  )
}
