/**
 * The feedback tab of a club: members rate it, once as a whole and once for each event, and change what they said; those
 * who manage it read everything with the stars laid out, and what was asked of the club. Anybody else is told who rates.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { focusLost } from '@/lib/focusSoon'
import { formatDate, formatDay, localTimes } from '@/lib/time'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Empty } from '@/ui/Empty'
import { SelectField, TextArea } from '@/ui/Field'
import { More } from '@/ui/More'
import { Notice } from '@/ui/Notice'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { feedbackQuery, pastEventsQuery, questionsQuery } from '../api'
import { useSaveFeedback } from '../changes'
import { averageOf, type Club, FEEDBACK_MOST, type Feedback as Given, type PastEvent, STARS } from '../model'
import * as words from '../words'
import { JoinButton } from './JoinButton'
import { StarsField, StarsShown } from './Stars'

export function Feedback({ club }: { club: Club }) {
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
      <Problem
        title={words.FEEDBACK_LOAD_FAILED}
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
            <Notice tone="brick">
              <p>{failureText(events.error, words.PAST_EVENTS_FAILED)}</p>
              <Button size="sm" className="mt-2" onClick={() => void events.refetch()}>
                {words.TRY_AGAIN}
              </Button>
            </Notice>
          ) : null}
        </OwnFeedback>
      ) : mayManage ? null : (
        <section aria-label={words.YOUR_FEEDBACK}>
          <h2 className="mb-4 text-xl">{words.YOUR_FEEDBACK}</h2>
          <Empty
            {...words.MEMBERS_ONLY}
            text={club.you?.status === 'pending' ? words.WAITING_TO_RATE : words.MEMBERS_ONLY.text}
            action={club.you?.status === 'none' ? <JoinButton club={club} /> : null}
          />
        </section>
      )}
      {mayManage && last?.stars ? (
        <>
          <section aria-label={words.ALL_FEEDBACK}>
            <h2 className="text-xl">{words.ALL_FEEDBACK}</h2>
            {given.length === 0 ? (
              <div className="mt-4">
                <Empty {...words.NO_FEEDBACK} />
              </div>
            ) : (
              <>
                <Breakdown stars={last.stars} />
                <FeedbackList given={given} events={past} />
                <More
                  label={words.SHOW_MORE}
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
        {words.YOUR_FEEDBACK}
      </h2>
      <p className="mt-1 mb-4 max-w-[68ch] text-muted">{words.FEEDBACK_LEAD}</p>
      <Card className="grid max-w-2xl gap-5 p-4 sm:p-6">
        {events.length > 0 ? (
          <SelectField label={words.ABOUT_WHAT} value={about} onChange={(event) => setAbout(event.target.value)}>
            <option value="">{words.THE_CLUB}</option>
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
          onShown={() => focusLost(() => place.current?.querySelector<HTMLElement>('[type=submit]'))}
        />
      </Card>
    </section>
  )
}

type FormProps = { club: string; about: string; given: Given | undefined; onShown: () => void }

function FeedbackForm({ club, about, given, onShown }: FormProps) {
  const [rating, setRating] = useState(given?.rating ?? 0)
  const [text, setText] = useState(given?.text ?? '')
  const [tried, setTried] = useState(false)
  const saving = useSaveFeedback(club, onShown)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (rating === 0 || saving.isPending) return
    saving.mutate({ eventId: about || null, rating, text, given: given !== undefined })
  }
  return (
    <form noValidate aria-label={words.YOUR_FEEDBACK} onSubmit={submit} className="grid gap-5">
      {given ? <Notice tone="lawn">{words.GIVEN}</Notice> : null}
      <StarsField
        value={rating}
        onChange={setRating}
        error={tried && rating === 0 ? words.RATING_MISSING : undefined}
      />
      <TextArea
        label={words.FEEDBACK_TEXT}
        hint={words.FEEDBACK_HINT}
        rows={5}
        maxLength={FEEDBACK_MOST}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={saving.isPending} className="sm:justify-self-start">
        {given ? words.CHANGE : words.GIVE}
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
        <span className="mt-1 block text-muted text-sm">from {words.ratingsOf(count)}</span>
      </p>
      <ul className="grid gap-1.5">
        {[...STARS].reverse().map((one) => {
          const here = stars[one - 1] ?? 0
          return (
            <li key={one} className="num grid grid-cols-[4rem_minmax(0,1fr)_2rem] items-center gap-3 text-sm">
              <span>{words.starsOf(one)}</span>
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
  const titleOf = (id: string) => events.find((event) => event.id === id)?.title ?? words.AN_EVENT
  return (
    <ul className="mt-5">
      {given.map(({ fullName, eventId, rating, text, changedAt }) => (
        <li key={`${fullName} ${eventId} ${changedAt}`} className="border-line border-b py-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StarsShown stars={rating} />
            <span className="font-semibold">{fullName}</span>
            <span className="num text-muted text-sm" title={localTimes(changedAt)}>
              {eventId ? `${titleOf(eventId)} · ` : ''}
              {formatDay(changedAt, timeZone)}
            </span>
          </p>
          {text ? <p className="mt-1.5 max-w-[68ch] whitespace-pre-line break-words">{text}</p> : null}
        </li>
      ))}
    </ul>
  )
}

function Questions({ club }: { club: Pick<Club, 'name' | 'shortName'> }) {
  const { timeZone } = useSite()
  const list = useInfiniteQuery(questionsQuery(club.shortName))
  const questions = list.data?.pages.flatMap((page) => page.questions) ?? []
  return (
    <section aria-label={words.QUESTIONS}>
      <h2 className="text-xl">{words.QUESTIONS}</h2>
      {list.isPending ? (
        <div role="status" aria-label="Loading questions" className="mt-4">
          <Skeleton className="h-24" />
        </div>
      ) : list.isError && questions.length === 0 ? (
        <div className="mt-4">
          <Problem
            title={words.QUESTIONS_FAILED}
            text={failureText(list.error, '').trim()}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : questions.length === 0 ? (
        <p className="mt-2 text-muted">{words.NO_QUESTIONS}</p>
      ) : (
        <>
          <ul className="mt-2">
            {questions.map(({ id, fullName, email, text, createdAt }) => (
              <li key={id} className="border-line border-b py-4">
                <p className="max-w-[68ch] whitespace-pre-line break-words">{text}</p>
                <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p id={`asked-${id}`} className="num text-muted text-sm">
                    <span className="font-semibold text-ink">{fullName}</span>{' '}
                    <span className="break-all">{email}</span> ·{' '}
                    <span title={localTimes(createdAt)}>{formatDate(createdAt, timeZone)}</span>
                  </p>
                  <a
                    href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(club.name)}`}
                    aria-describedby={`asked-${id}`}
                    className={buttonClass({ size: 'sm' })}
                  >
                    <Mail aria-hidden="true" className="size-4" />
                    {words.REPLY}
                  </a>
                </div>
              </li>
            ))}
          </ul>
          <More
            label={words.SHOW_MORE}
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
