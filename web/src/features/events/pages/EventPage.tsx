/**
 * /event/{id}: one event, for everybody who has the link; its registration for whoever is signed in; for its organisers
 * what they do with it (?edit=1: change it); and what else the club does. It turns by the server's clock, and its places come over
 * the live stream.
 */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { type Person, useSession, useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { asLeft } from '@/lib/listsAsLeft'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { ShareButton } from '@/ui/ShareButton'
import { Skeleton } from '@/ui/Skeleton'
import { eventQuery, GUESTS_ASK_EVERY, knownEvent, otherEventsQuery, type Shown as Seen, staleEvent } from '../api'
import { ClubLink } from '../components/ClubLink'
import { EventCard } from '../components/EventCard'
import { EventFacts } from '../components/EventFacts'
import { EventPicture } from '../components/EventPicture'
import { EventStatusBadge, PartBadge } from '../components/EventStatusBadge'
import { LazyLiveEvent } from '../components/LazyLiveEvents'
import { ManageEvent } from '../components/ManageEvent'
import { useEventTransitions } from '../hooks/useEventTransitions'
import { useRegisterModal } from '../hooks/useRegisterModal'
import { BACK, EDIT, EVENT_FAILED, MISSING_TEXT, MISSING_TITLE, MORE_OF, STATE_LINES } from '../messages'
import { type ClubEvent, isAnnounced, mayManage, statusAt } from '../model'

// The builder of forms is large, and few need it.
const EditEventForm = lazy(() => import('../components/EventForm').then((file) => ({ default: file.EditEventForm })))

/** Counts and one's own turn change by what others do: without a stream, and with one, which may have lost something. */
const ASK_EVERY = 60_000
const STREAMING_ASK_EVERY = 5 * 60_000

export default function EventPage() {
  const { eventId = '' } = useParams({ strict: false })
  const { edit } = useSearch({ strict: false }) as { edit?: string }
  const { user } = useSession()
  const [streaming, setStreaming] = useState(false)
  const asked = useQuery({
    ...eventQuery(eventId),
    placeholderData: () => {
      const event = knownEvent(eventId)
      return event && { event, mayManage: mayManage(user, event.club) }
    },
    // Also after an error: it may be over. What is not there does not come.
    refetchInterval: ({ state }) =>
      hasCode(state.error, 'missing')
        ? false
        : streaming && !state.error
          ? STREAMING_ASK_EVERY
          : user
            ? ASK_EVERY
            : GUESTS_ASK_EVERY,
  })
  const seen = useSeen(eventId, asked)
  useTitle(seen?.event.title ?? 'Event')
  const editable = asked.data?.mayManage && !asked.data.event.cancelled && !asked.isPlaceholderData
  const editor = useEditor(edit ? eventId : null, editable ? asked.data?.event : undefined, user)
  if (editor) return <Editing key={`${eventId}.${editor.userId}`} {...editor} />
  if (seen) return <Shown key={eventId} {...seen} onStream={setStreaming} />
  const missing = hasCode(asked.error, 'missing')
  return (
    <div className="wrap-page pb-10">
      {asked.isPending ? (
        <Waiting />
      ) : (
        <>
          <h1 className="sr-only">{missing ? MISSING_TITLE : EVENT_FAILED}</h1>
          <div className="pt-10">
            <ErrorState
              title={missing ? MISSING_TITLE : EVENT_FAILED}
              text={missing ? MISSING_TEXT : failureText(asked.error, '').trim()}
              onRetry={missing ? undefined : () => void asked.refetch()}
              action={
                <Link {...asLeft(paths.events())} className={buttonClass()}>
                  {BACK}
                </Link>
              }
            />
          </div>
        </>
      )}
    </div>
  )
}

type Editor = { event: ClubEvent; userId: string }

/**
 * Who changes the event here, and as it was when they began. What they typed stays on the screen when the session ends,
 * or the office does; the next person does not see it.
 */
function useEditor(eventId: string | null, editable: ClubEvent | undefined, user: Person | undefined): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const stays = editor && editor.event.id === eventId && (!user || user.id === editor.userId)
  const begins = eventId && editable && user ? { event: editable, userId: user.id } : null
  const now = stays ? editor : begins
  if (now !== editor) setEditor(now)
  return now
}

/**
 * An event is asked for again when somebody logs in or the session ends. What everybody may know of it stays meanwhile,
 * and so does what is being filled in over it.
 */
function useSeen(eventId: string, asked: UseQueryResult<Seen>): Seen | undefined {
  const { data, isPending, isPlaceholderData } = asked
  const [last, setLast] = useState<Seen>()
  if (data && !isPlaceholderData && data !== last) setLast(data)
  if (data || !isPending || last?.event.id !== eventId) return data
  return { event: { ...last.event, you: null }, mayManage: false }
}

function Back() {
  return (
    <Link {...asLeft(paths.events())} className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
      <ArrowLeft aria-hidden="true" className="size-4" />
      {BACK}
    </Link>
  )
}

type ShownProps = { event: ClubEvent; mayManage: boolean; onStream: (streaming: boolean) => void }

function Shown({ event, mayManage, onStream }: ShownProps) {
  const now = useNow()
  const { timeZone } = useSite()
  const facts = useRef<HTMLElement>(null)
  const status = statusAt(event, now)
  useEventTransitions([event], () => staleEvent(event.id))
  return (
    <div className="wrap-page pb-12">
      {status === 'past' ? null : <LazyLiveEvent event={event} onStream={onStream} />}
      <PageHead
        back={<Back />}
        title={event.title}
        lead={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ClubLink club={event.club} name={event.clubName} />
            <span className="flex flex-wrap gap-2">
              <EventStatusBadge status={status} />
              {event.you && status === 'past' ? <PartBadge part={event.you} /> : null}
            </span>
          </div>
        }
        actions={<ShareButton title={event.title} path={hrefOf(paths.event(event.id))} />}
      />
      {status === 'cancelled' ? (
        <Alert tone="brick" className="mb-6 text-base">
          <p className="font-semibold">{STATE_LINES.cancelled}</p>
          {event.reason ? <p className="mt-1">{event.reason}</p> : null}
        </Alert>
      ) : null}
      <div className="grid items-start gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="overflow-hidden rounded-card border border-line lg:col-start-1">
          <EventPicture
            event={event}
            zone={timeZone}
            eager
            sizes="(min-width: 1024px) 720px, 100vw"
            // Flat where words follow; alone it fills the place beside the facts.
            className={event.picture || !event.description ? undefined : 'sm:aspect-[21/9]'}
          />
        </div>
        <EventFacts
          ref={facts}
          event={event}
          now={now}
          zone={timeZone}
          onGone={() => focusAfterRender(() => facts.current)}
          className="lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        {event.description ? (
          <p className="max-w-[68ch] whitespace-pre-line lg:col-start-1">{event.description}</p>
        ) : null}
      </div>
      {mayManage ? <ManageEvent event={event} status={status} /> : null}
      <Others event={event} now={now} zone={timeZone} />
    </div>
  )
}

/** The club's other events. Nothing where there are none: the page is about this one. */
function Others({ event, now, zone }: { event: ClubEvent; now: number; zone: string }) {
  const others = useQuery(otherEventsQuery(event.club))
  const shown = others.data?.filter((other) => other.id !== event.id && isAnnounced(other)).slice(0, 6) ?? []
  const { register, dialog } = useRegisterModal(shown)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="others" className="mt-14">
      <h2 id="others" className="mb-5 text-xl">
        {MORE_OF} <Name>{event.clubName}</Name>
      </h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {renderRows('div', shown, (other) => (
          <EventCard key={other.id} event={other} now={now} zone={zone} as="h3" live onRegister={register} />
        ))}
      </div>
      {dialog}
    </section>
  )
}

function Editing({ event, userId }: Editor) {
  const navigate = useNavigate()
  const leave = () => void navigate({ ...paths.event(event.id), replace: true })
  return (
    <div className="wrap-page pb-10">
      <PageHead
        back={
          <Link {...paths.event(event.id)} className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
            <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
            <span className="ink min-w-0">{event.title}</span>
          </Link>
        }
        title={EDIT}
      />
      <Suspense fallback={<Skeleton className="h-120 rounded-card" />}>
        <EditEventForm
          userId={userId}
          event={event}
          onDone={leave}
          onCancel={leave}
          frame={(body, buttons) => (
            <Card as="section" aria-label={EDIT} className="p-4 sm:p-7">
              {body}
              <div className="mt-8 flex flex-wrap justify-end gap-3 border-line border-t pt-5">{buttons}</div>
            </Card>
          )}
        />
      </Suspense>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the event" className="pt-12">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="mt-5 h-9 w-96 max-w-full" />
      <Skeleton className="mt-3 h-6 w-56" />
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Skeleton className="aspect-[21/9] h-auto rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    </div>
  )
}
