/**
 * Contest as a guest sees it: what a link to a public one leads to before the log-in, which then comes back here. Of a private
 * one nothing is told: it is logged in for at once.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { PageHead } from '@/ui/PageHead'
import { ShareButton } from '@/ui/ShareButton'
import { previewQuery } from '../api'
import { GUEST_LOGS_IN, GUEST_NEW, NO_DESCRIPTION } from '../messages'
import { type ContestPreview, openFor, statusAt } from '../model'
import { Facts } from './ContestCard'
import { ContestCountdown } from './ContestCountdown'
import { ContestDates } from './ContestDates'
import { ContestStatusBadge } from './ContestStatusBadge'
import { MarkRule } from './MarkRule'

/** `fallback`: until it is there. */
export function GuestContest({ id, fallback }: { id: string; fallback: ReactNode }) {
  const preview = useQuery(previewQuery(id))
  const router = useRouter()
  useEffect(() => {
    if (preview.isError) void router.navigate({ ...paths.login(router.state.location.href), replace: true })
  }, [preview.isError, router])
  return preview.data ? <Filled contest={preview.data} /> : fallback
}

function Filled({ contest }: { contest: ContestPreview }) {
  const { timeZone } = useSite()
  const router = useRouter()
  const now = useNow()
  const status = statusAt(contest, now)
  const here = router.state.location.href
  useTitle(contest.title)
  return (
    <>
      <PageHead
        title={contest.title}
        lead={<p className="whitespace-pre-wrap wrap-anywhere">{contest.description || NO_DESCRIPTION}</p>}
        actions={<ShareButton title={contest.title} path={hrefOf(paths.myContest(contest.id))} />}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ContestStatusBadge contest={contest} status={status} />
        <ContestCountdown contest={contest} zone={timeZone} />
      </div>
      <div className="mt-5 flex flex-wrap gap-x-12 gap-y-4 border-line border-y py-5">
        <ContestDates contest={contest} zone={timeZone} />
        <Facts facts={[{ label: 'Questions', value: String(contest.questionCount) }, ...openFor(contest)]} />
        <MarkRule words={contest.marksShown} className="basis-full" />
      </div>
      <Card as="section" className="mt-8 grid gap-4 p-6 sm:max-w-xl">
        <p>{GUEST_LOGS_IN[status]}</p>
        <div className="flex flex-wrap gap-3">
          <Link {...paths.login(here)} className={buttonClass({ variant: 'primary' })}>
            Log In
          </Link>
          <Link {...paths.register(here)} className={buttonClass()}>
            Sign Up
          </Link>
        </div>
        <p className="text-muted text-sm">{GUEST_NEW}</p>
      </Card>
    </>
  )
}
