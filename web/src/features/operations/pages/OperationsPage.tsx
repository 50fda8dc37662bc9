/**
 * /operations, for ADMIN: jobs that are parked, running and waiting with what can be done with them, what people wrote
 * through the contact form, the people here, what administrators did, and the state of the installation. Tab, kind, page,
 * search and person live in the address.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { enquiriesQuery, jobsQuery } from '../api'
import { Enquiries } from '../components/Enquiries'
import { Jobs } from '../components/Jobs'
import { System } from '../components/System'
import * as messages from '../messages'
import { type JobState, pageOf, STATES, type Tab, tabOf } from '../model'

/** Other tabs than those of every day, each fetched when it is opened. */
const Audit = lazy(() =>
  retryUntilLoaded(() => import('../components/Audit')).then((file) => ({ default: file.Audit })),
)
const FirstSteps = lazy(() =>
  retryUntilLoaded(() => import('../components/FirstSteps')).then((file) => ({ default: file.FirstSteps })),
)
const People = lazy(() =>
  retryUntilLoaded(() => import('../components/People')).then((file) => ({ default: file.People })),
)
const PersonView = lazy(() =>
  retryUntilLoaded(() => import('../components/PersonView')).then((file) => ({ default: file.PersonView })),
)

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
  const {
    tab: asked,
    kind = '',
    page: number,
    q = '',
    person = '',
  } = useSearch({ from: '/site/member/admin/operations' })
  const navigate = useNavigate()
  const tab = tabOf(asked)
  const page = pageOf(number)
  // Of the other tabs the counts of the jobs are shown as well, and the other way round.
  const state: JobState | undefined = STATES.find((one) => one === tab)
  const jobs = useQuery(jobsQuery(state ?? 'parked', state ? kind : '', page))
  const enquiries = useInfiniteQuery(enquiriesQuery(false))
  const counts = jobs.data?.counts
  const open = enquiries.data?.pages.at(-1)?.open

  const show = (next: { tab?: Tab; kind?: string; page?: number; q?: string; person?: string }) => {
    const search = {
      tab: next.tab ?? tab,
      kind: next.kind ?? kind,
      page: next.page ?? 1,
      q: next.q ?? q,
      person: next.person ?? person,
    }
    void navigate({
      to: '/operations',
      search: {
        tab: search.tab,
        kind: search.kind || undefined,
        page: search.page > 1 ? String(search.page) : undefined,
        q: search.q || undefined,
        person: search.person || undefined,
      },
      replace: true,
      resetScroll: false,
    })
  }
  const items = [
    ...STATES.map((value) => ({ value, label: messages.TABS[value], count: counts?.[value] ?? null })),
    { value: 'enquiries' as const, label: messages.TABS.enquiries, count: open ?? null },
    { value: 'people' as const, label: messages.TABS.people },
    { value: 'audit' as const, label: messages.TABS.audit },
    { value: 'system' as const, label: messages.TABS.system },
  ]
  return (
    <>
      <Tabs<Tab>
        label={messages.TABS_LABEL}
        value={tab}
        onChange={(value) => show({ tab: value, kind: '', q: '', person: '' })}
        items={items}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={messages.TABS[tab]} className="pt-5">
        {state === undefined ? (
          <OtherTab tab={tab} page={page} q={q} person={person} onShow={show} />
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

type OtherTabProps = {
  tab: Tab
  page: number
  q: string
  person: string
  onShow: (next: { q?: string; person?: string; page?: number }) => void
}

function OtherTab({ tab, page, q, person, onShow }: OtherTabProps) {
  if (tab === 'enquiries') return <Enquiries />
  return (
    <>
      {tab === 'system' ? <System /> : null}
      <Suspense
        fallback={
          <div role="status" aria-label={messages.LOADING_TAB} className="grid gap-3 pt-6">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        }
      >
        {tab === 'audit' ? (
          <Audit person={person} page={page} onShow={onShow} />
        ) : tab === 'people' && person ? (
          <PersonView key={person} id={person} />
        ) : tab === 'people' ? (
          <People search={q} page={page} onShow={onShow} />
        ) : (
          // Below what is there at once: nothing moves when it comes.
          <FirstSteps className="mt-6" />
        )}
      </Suspense>
    </>
  )
}
