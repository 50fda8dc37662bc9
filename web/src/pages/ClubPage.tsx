/**
 * /club/{club}?tab=: one club, in whatever letter case the address has it. The search and the menu beside it, the tab in
 * the middle, the round button to ask it something. A tab of those who manage the club shows others first the guard,
 * then who holds the office. What a tab holds is each feature's own; here they are put together.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSession } from '@/api/session'
import { AdminGuard } from '@/app/guards'
import { paths } from '@/app/paths'
import { clubQuery, knownClub } from '@/features/clubs/api'
import { AskClub } from '@/features/clubs/components/AskClub'
import { ClubAbout } from '@/features/clubs/components/ClubAbout'
import { ClubHead, ClubHero } from '@/features/clubs/components/ClubHero'
import { ClubSidebar } from '@/features/clubs/components/ClubSidebar'
import { OfficeRequired } from '@/features/clubs/components/OfficeRequired'
import { PostHolders } from '@/features/clubs/components/PostHolders'
import * as messages from '@/features/clubs/messages'
import { type Club, isManaged, type Tab, tabFrom, tabsFor } from '@/features/clubs/model'
import { NextEvents } from '@/features/events/components/NextEvents'
import { asLeft } from '@/lib/listsAsLeft'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { LastPictures } from './components/LastPictures'

// The details are what most people come for; the other tabs arrive when they are opened.
const ClubEvents = lazy(() =>
  import('@/features/events/components/ClubEvents').then((file) => ({ default: file.ClubEvents })),
)
const Members = lazy(() =>
  import('@/features/clubs/components/ClubMembers').then((file) => ({ default: file.ClubMembers })),
)
const ClubGalleryHub = lazy(() =>
  import('./components/ClubGalleryHub').then((file) => ({ default: file.ClubGalleryHub })),
)
const SendNotification = lazy(() =>
  import('@/features/clubs/components/SendNotification').then((file) => ({ default: file.SendNotification })),
)
const ClubGallery = lazy(() =>
  import('@/features/galleries/components/ClubGallery').then((file) => ({ default: file.ClubGallery })),
)
const Feedback = lazy(() =>
  import('@/features/clubs/components/ClubFeedback').then((file) => ({ default: file.ClubFeedback })),
)

type Shown = { club: Club; mayManage: boolean }

const PANELS: Record<Tab, (shown: Shown) => ReactNode> = {
  'club-details': ({ club }) => <Details club={club} />,
  events: ({ club, mayManage }) => <ClubEvents club={club} mayManage={mayManage} />,
  members: ({ club }) => <Members club={club} />,
  gallery: ({ club }) => <ClubGalleryHub club={club} />,
  notifications: ({ club }) => <SendNotification club={club} />,
  showgallery: ({ club }) => <ClubGallery club={club} />,
  feedback: ({ club }) => <Feedback club={club} />,
}

export default function ClubPage() {
  const { clubId = '' } = useParams({ strict: false })
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const session = useSession()
  const asked = useQuery({ ...clubQuery(clubId), placeholderData: () => knownClub(clubId) })
  useTitle(asked.data?.name ?? 'Club')
  if (asked.data && session.state !== 'loading') {
    return <Loaded key={asked.data.id} club={asked.data} tab={tabFrom(tab)} />
  }
  if (asked.isError) return <NotThere error={asked.error} onRetry={() => void asked.refetch()} />
  return <Waiting />
}

function Loaded({ club, tab }: { club: Club; tab: Tab }) {
  const panel = useRef<HTMLDivElement>(null)
  const before = useRef(tab)
  useEffect(() => {
    // The menu stays where it is: whoever cannot see the page change is told what has come.
    if (before.current !== tab) panel.current?.focus({ preventScroll: true })
    before.current = tab
  }, [tab])
  return (
    <div className="wrap-page grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 pt-6 pb-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:pt-10">
      <ClubSidebar club={club} tabs={tabsFor(club.you)} tab={tab} />
      <div className="peer grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8">
        {tab === 'club-details' ? null : <ClubHead club={club} />}
        {/* biome-ignore lint/a11y/useSemanticElements: a group that takes the focus when its content changes */}
        <div
          ref={panel}
          role="group"
          tabIndex={-1}
          aria-label={messages.TAB_WORDS[tab]}
          className="min-w-0 outline-none"
        >
          <Suspense fallback={<Skeleton className="h-80" />}>
            <Panel club={club} tab={tab} />
          </Suspense>
        </div>
      </div>
      {/* In the window's corner where that is beside the page; else at the end of the page, where it covers nothing:
          only when that has come, so that it does not jump. */}
      <div className="pointer-events-none col-span-full peer-has-data-skeleton:invisible flex justify-end min-[1340px]:sticky min-[1340px]:bottom-6 min-[1340px]:z-20 min-[1340px]:translate-x-20">
        {club.you?.mayManage ? null : <AskClub club={club} floating />}
      </div>
    </div>
  )
}

function Panel({ club, tab }: { club: Club; tab: Tab }) {
  const { you } = club
  const mayManage = you?.mayManage === true
  const content = PANELS[tab]({ club, mayManage })
  if (tab === 'club-details') return content
  if (!you) return <ForMembers />
  if (!isManaged(tab) || mayManage) return content
  return (
    <AdminGuard>
      <OfficeRequired club={club} />
    </AdminGuard>
  )
}

function Details({ club }: { club: Club }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <ClubHero club={club} mayEdit={club.you?.mayManage === true} />
      <ClubAbout club={club} />
      <NextEvents
        title={messages.NEXT_EVENTS}
        club={club.shortName}
        more={
          club.you ? (
            <Link {...paths.club(club.shortName, 'events')} className="link link-lone">
              {messages.ALL_EVENTS}
            </Link>
          ) : null
        }
      />
      {club.you ? <LastPictures club={club.shortName} /> : null}
      <PostHolders club={club.shortName} />
    </div>
  )
}

/** Everything but the details is for people with an account. */
function ForMembers() {
  const here = useRouterState({ select: (state) => state.location.href })
  return (
    <EmptyState
      title={messages.GUEST_TITLE}
      text={messages.GUEST_TEXT}
      action={
        <Link {...paths.login(here)} className={buttonClass({ variant: 'primary' })}>
          {messages.LOG_IN}
        </Link>
      }
    />
  )
}

function NotThere({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const missing = hasCode(error, 'missing')
  return (
    <div className="wrap-page py-10">
      <h1 className="sr-only">{missing ? messages.CLUB_MISSING.title : 'Club'}</h1>
      <ErrorState
        title={missing ? messages.CLUB_MISSING.title : messages.CLUB_FAILED}
        text={missing ? messages.CLUB_MISSING.text : failureText(error, '').trim()}
        onRetry={missing ? undefined : onRetry}
        action={
          <Link {...asLeft(paths.clubs())} className={buttonClass({ variant: missing ? 'primary' : 'secondary' })}>
            {messages.ALL_CLUBS}
          </Link>
        }
      />
    </div>
  )
}

function Waiting() {
  return (
    <div
      role="status"
      aria-label="Loading the club"
      className="wrap-page grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 pt-6 pb-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:pt-10"
    >
      <div className="grid content-start gap-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-11 lg:h-60" />
      </div>
      <div className="grid content-start gap-10">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-28" />
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}
