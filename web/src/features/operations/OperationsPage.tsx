/**
 * /operations, for ADMIN: jobs that are parked, running and waiting with what can be done with them, what people wrote
 * through the contact form, and the state of the installation. Tab, kind and page live in the address.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { PageHead } from '@/ui/PageHead'
import { Problem } from '@/ui/Problem'
import { Tabs } from '@/ui/Tabs'
import { enquiriesQuery, jobsQuery } from './api'
import { type JobState, pageOf, STATES, type Tab, tabOf } from './model'
import { Enquiries } from './parts/Enquiries'
import { Jobs } from './parts/Jobs'
import { System } from './parts/System'
import * as words from './words'

const PANEL = 'operations-panel'

export default function OperationsPage() {
  useTitle(words.TITLE)
  const session = useSession()
  if (session.state !== 'in') return null
  return (
    <div className="wrap-page pb-10">
      <PageHead title={words.TITLE} lead={words.LEAD} />
      {session.user.roles.includes('ADMIN') ? (
        <Tabbed />
      ) : (
        <Problem
          title={words.ADMINS_ONLY}
          action={
            <Link {...paths.home()} className={buttonClass()}>
              {words.HOME}
            </Link>
          }
        />
      )}
    </div>
  )
}

function Tabbed() {
  const { tab: asked, kind = '', page: number } = useSearch({ from: '/site/member/admin/operations' })
  const navigate = useNavigate()
  const tab = tabOf(asked)
  const page = pageOf(number)
  // Of the other tabs the counts of the jobs are shown as well, and the other way round.
  const state: JobState | undefined = STATES.find((one) => one === tab)
  const jobs = useQuery(jobsQuery(state ?? 'parked', state ? kind : '', page))
  const enquiries = useInfiniteQuery(enquiriesQuery(false))
  const counts = jobs.data?.counts
  const open = enquiries.data?.pages.at(-1)?.open

  const show = (next: { tab?: Tab; kind?: string; page?: number }) => {
    const search = { tab: next.tab ?? tab, kind: next.kind ?? kind, page: next.page ?? 1 }
    void navigate({
      to: '/operations',
      search: {
        tab: search.tab,
        kind: search.kind || undefined,
        page: search.page > 1 ? String(search.page) : undefined,
      },
      replace: true,
      resetScroll: false,
    })
  }
  const items = [
    ...STATES.map((value) => ({ value, label: words.TABS[value], count: counts?.[value] ?? null })),
    { value: 'enquiries' as const, label: words.TABS.enquiries, count: open ?? null },
    { value: 'system' as const, label: words.TABS.system },
  ]
  return (
    <>
      <Tabs<Tab>
        label={words.TABS_LABEL}
        value={tab}
        onChange={(value) => show({ tab: value, kind: '' })}
        items={items}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={words.TABS[tab]} className="pt-5">
        {state === undefined ? (
          tab === 'system' ? (
            <System />
          ) : (
            <Enquiries />
          )
        ) : (
          <Jobs
            state={state}
            kind={kind}
            page={page}
            onShow={show}
            data={jobs.data}
            error={jobs.error}
            onRetry={() => void jobs.refetch()}
            isOld={jobs.isPlaceholderData}
          />
        )}
      </div>
    </>
  )
}
