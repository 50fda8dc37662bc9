/**
 * /polls?create=1: the form for a new poll, or, without creations left, what to do about it. The address keeps it open
 * through a reload; leaving by the back button keeps what was typed, Cancel does not.
 */
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type Person, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { useTitle } from '@/lib/useTitle'
import { Card } from '@/ui/Card'
import { PageHead } from '@/ui/PageHead'
import { BACK, creditsLeft, FORM_TITLE } from '../messages'
import { mayCreate } from '../model'
import { NoPollCredits } from './NoPollCredits'
import { PollForm } from './PollForm'

export function CreatePoll({ person }: { person: Person }) {
  useTitle(FORM_TITLE)
  const navigate = useNavigate()
  const { billing, known } = useSite()
  const allowed = mayCreate(person, billing)
  const counted = billing && known && !person.roles.includes('ADMIN')
  return (
    <div className="wrap-page pb-10">
      <PageHead
        back={
          <Link {...asLeft(paths.polls())} className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
            <ArrowLeft aria-hidden="true" className="size-4" />
            {BACK}
          </Link>
        }
        title={FORM_TITLE}
        lead={
          allowed ? (
            <span className="num block min-h-6">
              {counted ? `${creditsLeft(person.pollCredits)}.` : 'A question, at least two options, a time.'}
            </span>
          ) : null
        }
      />
      {allowed ? (
        <PollForm
          key={person.id}
          userId={person.id}
          onCancel={() => void navigate(asLeft(paths.polls()))}
          onCreated={(poll) => void navigate({ ...paths.poll(poll.id), replace: true })}
        />
      ) : (
        <Card as="section" aria-label="Creations" className="p-4 sm:p-7">
          <NoPollCredits userId={person.id} />
        </Card>
      )}
    </div>
  )
}
