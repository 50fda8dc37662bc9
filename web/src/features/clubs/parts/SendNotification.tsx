/**
 * 'Send Notification': title and message with a look at what arrives, to the club's members or, by ADMIN, to everybody.
 * What could not be sent stays in the form. Below it, what was sent in the club's name and how far it has come.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Send, UsersRound } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { cx } from '@/lib/cx'
import { formatDate, localTimes } from '@/lib/time'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Confirm } from '@/ui/Confirm'
import { TextArea, TextField } from '@/ui/Field'
import { More } from '@/ui/More'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { announcementsQuery } from '../api'
import { useAnnounce } from '../changes'
import { type Audience, BODY_MOST, type Club, maySend, TITLE_MOST } from '../model'
import * as words from '../words'

type Named = { club: Pick<Club, 'name' | 'shortName'> }

export function SendNotification({ club }: Named) {
  const headId = useId()
  const session = useSession()
  const mayAll = session.user?.roles.includes('ADMIN') === true
  const [chosen, setChosen] = useState<Audience>('all')
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [asking, setAsking] = useState(false)
  const clear = () => {
    setTitle('')
    setBody('')
  }
  const sending = useAnnounce(club.shortName, clear)
  const audience = mayAll ? chosen : 'members'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!maySend({ title, body }) || sending.isPending) return
    if (audience === 'all') setAsking(true)
    else sending.mutate({ audience, title, body })
  }
  const choices = [
    { value: 'all', label: words.TO_ALL, allowed: mayAll },
    { value: 'members', label: words.TO_MEMBERS, allowed: true },
  ] as const

  return (
    <section aria-labelledby={headId}>
      <h2 id={headId} className="mb-5 text-xl">
        {words.SEND_NOTIFICATION}
      </h2>
      <Card className="grid gap-x-10 gap-y-6 p-4 sm:p-6 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <form noValidate aria-labelledby={headId} onSubmit={submit} className="grid content-start gap-5">
          <TextField
            label={<Required text={words.TITLE} />}
            required
            maxLength={TITLE_MOST}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <TextArea
            label={<Required text={words.BODY} />}
            required
            rows={5}
            maxLength={BODY_MOST}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
          <fieldset aria-describedby={mayAll ? undefined : `${headId}-who`}>
            <legend className="font-semibold text-sm">{words.AUDIENCE}</legend>
            <div className="mt-1.5 grid gap-2">
              {choices.map(({ value, label, allowed }) => (
                <label
                  key={value}
                  className={cx(
                    'flex min-h-11 items-center gap-3 rounded-control border border-edge bg-surface px-3.5 py-2 has-checked:border-lawn has-checked:bg-lawn-soft',
                    !allowed && 'cursor-not-allowed! border-line bg-sunk text-muted',
                  )}
                >
                  <input
                    type="radio"
                    name={`${headId}-audience`}
                    value={value}
                    disabled={!allowed}
                    checked={audience === value}
                    onChange={() => setChosen(value)}
                    className="size-4.5 shrink-0 accent-lawn"
                  />
                  {label}
                </label>
              ))}
            </div>
            {mayAll ? null : (
              <p id={`${headId}-who`} className="mt-2 text-muted text-sm">
                {words.ALL_IS_FOR_ADMIN}
              </p>
            )}
          </fieldset>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={clear}>{words.CLEAR}</Button>
            <Button
              type="submit"
              variant="primary"
              busy={sending.isPending}
              disabled={!maySend({ title, body })}
              icon={<Send aria-hidden="true" className="size-4" />}
            >
              {sending.isPending ? words.SENDING : words.SEND_NOTIFICATION}
            </Button>
          </div>
        </form>
        <Preview title={title} body={body} audience={audience} club={club.name} />
      </Card>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          sending.mutate({ audience, title, body })
        }}
        title={words.SEND_ALL_TITLE}
        body={words.SEND_ALL_BODY}
        confirmLabel={words.TO_ALL}
      />
      <Sent club={club.shortName} />
    </section>
  )
}

function Required({ text }: { text: string }) {
  return (
    <>
      {text}
      <span className="font-normal text-muted"> (required)</span>
    </>
  )
}

function AudienceBadge({ audience }: { audience: Audience }) {
  return (
    <Badge tone={audience === 'all' ? 'sky' : 'lawn'} icon={<UsersRound aria-hidden="true" />}>
      {words.BADGES[audience]}
    </Badge>
  )
}

type PreviewProps = { title: string; body: string; audience: Audience; club: string }

function Preview({ title, body, audience, club }: PreviewProps) {
  return (
    <section aria-label={words.PREVIEW} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">{words.PREVIEW}</h3>
        <AudienceBadge audience={audience} />
      </div>
      <div className="mt-3 rounded-card border border-line bg-sunk p-4">
        <p className="text-muted text-xs">{club}</p>
        <p className={cx('mt-1 break-words font-semibold leading-snug', title.trim() === '' && 'text-muted')}>
          {title.trim() || words.PREVIEW_TITLE}
        </p>
        <p className={cx('mt-1 whitespace-pre-line break-words text-sm', body.trim() === '' && 'text-muted')}>
          {body.trim() || words.PREVIEW_BODY}
        </p>
      </div>
    </section>
  )
}

/** While something is on its way its number grows. */
const ASK_EVERY = 3000

function Sent({ club }: { club: string }) {
  const { timeZone } = useSite()
  const list = useInfiniteQuery({
    ...announcementsQuery(club),
    refetchInterval: ({ state }) =>
      !state.error && state.data?.pages.some((page) => page.announcements.some(({ done }) => !done))
        ? ASK_EVERY
        : false,
  })
  const sent = list.data?.pages.flatMap((page) => page.announcements) ?? []
  return (
    <section aria-label={words.SENT_BEFORE} className="mt-10">
      <h3 className="text-lg">{words.SENT_BEFORE}</h3>
      {list.isPending ? (
        <div role="status" aria-label="Loading what was sent" className="mt-3 grid gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : list.isError && sent.length === 0 ? (
        <div className="mt-3">
          <Problem
            title={words.SENT_FAILED}
            text={failureText(list.error, '').trim()}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : sent.length === 0 ? (
        <p className="mt-2 text-muted">{words.NOTHING_SENT}</p>
      ) : (
        <>
          <ul className="mt-1">
            {sent.map(({ id, audience, title, body, createdAt, told, done }) => (
              <li key={id} className="border-line border-b py-4">
                <p className="break-words font-semibold leading-snug">{title}</p>
                <p className="mt-1 max-w-[68ch] whitespace-pre-line break-words text-sm">{body}</p>
                <p className="num mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-sm">
                  <AudienceBadge audience={audience} />
                  <span title={localTimes(createdAt)}>{formatDate(createdAt, timeZone)}</span>
                  <span>{done ? words.reached(told) : `${words.ON_ITS_WAY} · ${words.reached(told)}`}</span>
                </p>
              </li>
            ))}
          </ul>
          <More
            label={words.SHOW_MORE}
            shown={sent.length}
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
