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
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { enquiriesQuery, jobsQuery } from '../api'
import { Enquiries } from '../components/Enquiries'
import { Jobs } from '../components/Jobs'
import { System } from '../components/System'
import * as messages from '../messages'
import { type JobState, pageOf, STATES, type Tab, tabOf } from '../model'

const PANEL = 'operations-panel'

export default function OperationsPage() {
  useTitle(messages.TITLE)
  const session = useSession()
  if (session.state !== 'in') return null
  return (
    <div className="wrap-page pb-10">
      <PageHead title={messages.TITLE} lead={messages.LEAD} />
      {session.user.roles.includes('ADMIN') ? (
        <Tabbed />
      ) : (
        <ErrorState
          title={messages.ADMINS_ONLY}
          action={
            <Link {...paths.home()} className={buttonClass()}>
              {messages.HOME}
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
    ...STATES.map((value) => ({ value, label: messages.TABS[value], count: counts?.[value] ?? null })),
    { value: 'enquiries' as const, label: messages.TABS.enquiries, count: open ?? null },
    { value: 'system' as const, label: messages.TABS.system },
  ]
  return (
    <>
      <Tabs<Tab>
        label={messages.TABS_LABEL}
        value={tab}
        onChange={(value) => show({ tab: value, kind: '' })}
        items={items}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={messages.TABS[tab]} className="pt-5">
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
