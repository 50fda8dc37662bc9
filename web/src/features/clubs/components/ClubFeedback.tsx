/**
 * Feedback tab of a club: members rate it, once as a whole and once for each event, and change what they said; those
 * who manage it read everything with the stars laid out, and what was asked of the club. Anybody else is told who
 * rates.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { encoded } from '@/lib/cutText'
import { focusIfLost } from '@/lib/focusAfterRender'
import { formatDate, formatDay, localTimes } from '@/lib/time'
import { Alert } from '@/ui/Alert'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField, TextArea } from '@/ui/Field'
import { FoldedText } from '@/ui/FoldedText'
import { LoadMore } from '@/ui/LoadMore'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { feedbackQuery, pastEventsQuery, questionsQuery } from '../api'
import * as messages from '../messages'
import { averageOf, type Club, FEEDBACK_MOST, type Feedback as Given, type PastEvent, STARS } from '../model'
import { useSaveFeedback } from '../mutations'
import { JoinButton } from './JoinButton'
import { StarsField, StarsShown } from './StarRating'

export function ClubFeedback({ club }: { club: Club }) {
  const list = useInfiniteQuery(feedbackQuery(club.shortName))
  const events = useQuery(pastEventsQuery(club.shortName))
  const isMember = club.you?.status === 'member'
  const mayManage = club.you?.mayManage === true
  if (list.isPending) {
    return (
      <div role="status" aria-label="Loading feedback">
        <Skeleton className="h-7 w-44" />
        <Skeleton className="mt-4 h-64" />
      </div>
    )
  }
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title={messages.FEEDBACK_LOAD_FAILED}
        text={failureText(list.error, '').trim()}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const given = list.data.pages.flatMap((page) => page.feedback)
  const last = list.data.pages.at(-1)
  const past = events.data ?? []
  return (
    <div className="grid gap-12">
      {isMember ? (
        <OwnFeedback club={club.shortName} own={given.filter(({ own }) => own)} events={past}>
          {events.isError && !events.data ? (
            <Alert tone="brick">
              <p>{failureText(events.error, messages.PAST_EVENTS_FAILED)}</p>
              <Button size="sm" className="mt-2" onClick={() => void events.refetch()}>
                {messages.TRY_AGAIN}
              </Button>
            </Alert>
          ) : null}
        </OwnFeedback>
      ) : mayManage ? null : (
        <section aria-label={messages.YOUR_FEEDBACK}>
          <h2 className="mb-4 text-xl">{messages.YOUR_FEEDBACK}</h2>
          <EmptyState
            {...messages.MEMBERS_ONLY}
            text={club.you?.status === 'pending' ? messages.WAITING_TO_RATE : messages.MEMBERS_ONLY.text}
            action={club.you?.status === 'none' ? <JoinButton club={club} /> : null}
          />
        </section>
      )}
      {mayManage && last?.stars ? (
        <>
          <section aria-label={messages.ALL_FEEDBACK}>
            <h2 className="text-xl">{messages.ALL_FEEDBACK}</h2>
            {given.length === 0 ? (
              <div className="mt-4">
                <EmptyState {...messages.NO_FEEDBACK} />
              </div>
            ) : (
              <>
                <Breakdown stars={last.stars} />
                <FeedbackList given={given} events={past} />
                <LoadMore
                  label={messages.SHOW_MORE}
                  shown={given.length}
                  total={last.total}
                  hasMore={list.hasNextPage}
                  busy={list.isFetchingNextPage}
                  onMore={() => void list.fetchNextPage()}
                />
              </>
            )}
          </section>
          <Questions club={club} />
        </>
      ) : null}
    </div>
  )
}

type OwnProps = { club: string; own: readonly Given[]; events: readonly PastEvent[]; children: ReactNode }

function OwnFeedback({ club, own, events, children }: OwnProps) {
  const headId = useId()
  const place = useRef<HTMLElement>(null)
  const [about, setAbout] = useState('')
  const given = own.find(({ eventId }) => (eventId ?? '') === about)
  return (
    <section ref={place} aria-labelledby={headId}>
      <h2 id={headId} className="text-xl">
        {messages.YOUR_FEEDBACK}
      </h2>
      <p className="mt-1 mb-4 max-w-[68ch] text-muted">{messages.FEEDBACK_LEAD}</p>
      <Card className="grid max-w-2xl gap-5 p-4 sm:p-6">
        {events.length > 0 ? (
          <SelectField label={messages.ABOUT_WHAT} value={about} onChange={(event) => setAbout(event.target.value)}>
            <option value="">{messages.THE_CLUB}</option>
            {events.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        ) : null}
        {children}
        {/* Another subject, or an answer of the server, is another form. */}
        <FeedbackForm
          key={`${about} ${given?.changedAt ?? ''}`}
          club={club}
          about={about}
          given={given}
          onShown={() => focusIfLost(() => place.current?.querySelector<HTMLElement>('[type=submit]'))}
        />
      </Card>
    </section>
  )
}

type FormProps = { club: string; about: string; given: Given | undefined; onShown: () => void }

function FeedbackForm({ club, about, given, onShown }: FormProps) {
  const saving = useSaveFeedback(club, onShown)
  const form = useServerForm({
    defaultValues: { rating: given?.rating ?? 0, text: given?.text ?? '' },
    check: ({ rating }) => (rating === 0 ? { rating: messages.RATING_MISSING } : {}),
    call: saving,
    send: (fields) => saving.mutate({ eventId: about || null, ...fields, given: given !== undefined }),
  })
  return (
    <form {...form.props} aria-label={messages.YOUR_FEEDBACK} className="grid gap-5">
      {given ? <Alert tone="lawn">{messages.GIVEN}</Alert> : null}
      <StarsField
        value={form.watch('rating')}
        onChange={(rating) => form.change({ rating })}
        error={form.errors.rating}
      />
      <TextArea
        label={messages.FEEDBACK_TEXT}
        hint={messages.FEEDBACK_HINT}
        rows={5}
        maxLength={FEEDBACK_MOST}
        {...form.field('text')}
      />
      <Button type="submit" variant="primary" busy={saving.isPending} className="sm:justify-self-start">
        {given ? messages.CHANGE : messages.GIVE}
      </Button>
    </form>
  )
}

function Breakdown({ stars }: { stars: readonly number[] }) {
  const count = stars.reduce((sum, one) => sum + one, 0)
  return (
    <div className="mt-4 grid items-center gap-x-10 gap-y-5 sm:grid-cols-[8rem_minmax(0,24rem)]">
      <p className="num">
        <span className="block font-[650] font-display text-3xl leading-none">{averageOf(stars)?.toFixed(1)}</span>
        <span className="mt-1 block text-muted text-sm">from {messages.ratingsOf(count)}</span>
      </p>
      <ul className="grid gap-1.5">
        {[...STARS].reverse().map((one) => {
          const here = stars[one - 1] ?? 0
          return (
            <li key={one} className="num grid grid-cols-[4rem_minmax(0,1fr)_2rem] items-center gap-3 text-sm">
              <span>{messages.starsOf(one)}</span>
              <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-grey-soft">
                <span
                  className="block h-full rounded-full bg-marigold"
                  style={{ width: `${count === 0 ? 0 : (here / count) * 100}%` }}
                />
              </span>
              <span className="text-right text-muted">{here}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function FeedbackList({ given, events }: { given: readonly Given[]; events: readonly PastEvent[] }) {
  const { timeZone } = useSite()
  const titleOf = (id: string) => events.find((event) => event.id === id)?.title ?? messages.AN_EVENT
  return (
    <ul className="mt-5">
      {renderRows(
        'li',
        given,
        ({ fullName, eventId, rating, text, changedAt }) => (
          <li key={`${fullName} ${eventId} ${changedAt}`} className="border-line border-b py-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StarsShown stars={rating} />
              <span className="font-semibold">
                <Name>{fullName}</Name>
              </span>
              <span className="num text-muted text-sm" title={localTimes(changedAt)}>
                {eventId ? (
                  <>
                    <Name>{titleOf(eventId)}</Name> ·{' '}
                  </>
                ) : null}
                {formatDay(changedAt, timeZone)}
              </span>
            </p>
            {text ? <FoldedText text={text} of={fullName} className="mt-1.5 max-w-[68ch]" /> : null}
          </li>
        ),
        ({ fullName, eventId, changedAt }) => `${fullName} ${eventId} ${changedAt}`,
      )}
    </ul>
  )
}

function Questions({ club }: { club: Pick<Club, 'name' | 'shortName'> }) {
  const { timeZone } = useSite()
  const list = useInfiniteQuery(questionsQuery(club.shortName))
  const questions = list.data?.pages.flatMap((page) => page.questions) ?? []
  return (
    <section aria-label={messages.QUESTIONS}>
      <h2 className="text-xl">{messages.QUESTIONS}</h2>
      {list.isPending ? (
        <div role="status" aria-label="Loading questions" className="mt-4">
          <Skeleton className="h-24" />
        </div>
      ) : list.isError && questions.length === 0 ? (
        <div className="mt-4">
          <ErrorState
            title={messages.QUESTIONS_FAILED}
            text={failureText(list.error, '').trim()}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : questions.length === 0 ? (
        <p className="mt-2 text-muted">{messages.NO_QUESTIONS}</p>
      ) : (
        <>
          <ul className="mt-2">
            {renderRows('li', questions, ({ id, fullName, email, text, createdAt }) => (
              <li key={id} className="border-line border-b py-4">
                <FoldedText text={text} of={fullName} className="max-w-[68ch]" />
                <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p id={`asked-${id}`} className="num text-muted text-sm">
                    <span className="font-semibold text-ink">
                      <Name>{fullName}</Name>
                    </span>{' '}
                    <span className="break-all">{email}</span> ·{' '}
                    <span title={localTimes(createdAt)}>{formatDate(createdAt, timeZone)}</span>
                  </p>
                  <a
                    href={`mailto:${encoded(email)}?subject=${encoded(club.name)}`}
                    aria-describedby={`asked-${id}`}
                    className={buttonClass({ size: 'sm' })}
                  >
                    <Mail aria-hidden="true" className="size-4" />
                    {messages.REPLY}
                  </a>
                </div>
              </li>
            ))}
          </ul>
          <LoadMore
            label={messages.SHOW_MORE}
            shown={questions.length}
            total={list.data?.pages.at(-1)?.total ?? 0}
            hasMore={list.hasNextPage}
            busy={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </section>
  )
}
