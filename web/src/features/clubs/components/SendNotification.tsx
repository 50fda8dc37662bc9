/**
 * Announcement form, 'Send Notification': title and message with a look at what arrives, to the club's members or, by
 * ADMIN, to everybody. What could not be sent stays in the form. Below it, what was sent in the club's name and how far
 * it has come.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Send, UsersRound } from 'lucide-react'
import { useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { cx } from '@/lib/cx'
import { formatDate, localTimes } from '@/lib/time'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { ErrorState } from '@/ui/ErrorState'
import { TextArea, TextField } from '@/ui/Field'
import { FoldedText } from '@/ui/FoldedText'
import { LoadMore } from '@/ui/LoadMore'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { announcementsQuery } from '../api'
import * as messages from '../messages'
import { type Audience, BODY_MOST, type Club, maySend, type Reached, TITLE_MOST } from '../model'
import { useAnnounce } from '../mutations'

type Named = { club: Pick<Club, 'name' | 'shortName'> }

export function SendNotification({ club }: Named) {
  const headId = useId()
  const session = useSession()
  const mayAll = session.user?.roles.includes('ADMIN') === true
  const [asking, setAsking] = useState(false)
  const sending = useAnnounce(club.shortName, () => clear())
  const form = useServerForm({
    defaultValues: { audience: 'all' as Audience, title: '', body: '' },
    call: sending,
    send: (fields) => {
      if (!maySend(fields)) return
      if (audience === 'all') setAsking(true)
      else sending.mutate({ ...fields, audience })
    },
  })
  const { audience: chosen, title, body } = form.watch()
  const audience = mayAll ? chosen : 'members'
  const clear = () => form.reset({ audience: chosen, title: '', body: '' })
  const choices = [
    { value: 'all', label: messages.TO_ALL, allowed: mayAll },
    { value: 'members', label: messages.TO_MEMBERS, allowed: true },
  ] as const

  return (
    <section aria-labelledby={headId}>
      <h2 id={headId} className="mb-5 text-xl">
        {messages.SEND_NOTIFICATION}
      </h2>
      <Card className="grid gap-x-10 gap-y-6 p-4 sm:p-6 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <form {...form.props} aria-labelledby={headId} className="grid content-start gap-5">
          <TextField
            label={<Required text={messages.TITLE} />}
            required
            maxLength={TITLE_MOST}
            {...form.field('title')}
          />
          <TextArea
            label={<Required text={messages.BODY} />}
            required
            rows={5}
            maxLength={BODY_MOST}
            {...form.field('body')}
          />
          <fieldset aria-describedby={mayAll ? undefined : `${headId}-who`}>
            <legend className="font-semibold text-sm">{messages.AUDIENCE}</legend>
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
                    onChange={() => form.change({ audience: value })}
                    className="size-4.5 shrink-0 accent-lawn"
                  />
                  {label}
                </label>
              ))}
            </div>
            {mayAll ? null : (
              <p id={`${headId}-who`} className="mt-2 text-muted text-sm">
                {messages.ALL_IS_FOR_ADMIN}
              </p>
            )}
          </fieldset>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={clear}>{messages.CLEAR}</Button>
            <Button
              type="submit"
              variant="primary"
              busy={sending.isPending}
              disabled={!maySend({ title, body })}
              icon={<Send aria-hidden="true" className="size-4" />}
            >
              {sending.isPending ? messages.SENDING : messages.SEND_NOTIFICATION}
            </Button>
          </div>
        </form>
        <Preview title={title} body={body} audience={audience} club={club.name} />
      </Card>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          sending.mutate({ audience, title, body })
        }}
        title={messages.SEND_ALL_TITLE}
        body={messages.SEND_ALL_BODY}
        confirmLabel={messages.TO_ALL}
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

function AudienceBadge({ audience }: { audience: Reached }) {
  return (
    <Badge tone={audience === 'all' ? 'sky' : 'lawn'} icon={<UsersRound aria-hidden="true" />}>
      {messages.BADGES[audience]}
    </Badge>
  )
}

type PreviewProps = { title: string; body: string; audience: Audience; club: string }

function Preview({ title, body, audience, club }: PreviewProps) {
  return (
    <section aria-label={messages.PREVIEW} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">{messages.PREVIEW}</h3>
        <AudienceBadge audience={audience} />
      </div>
      <div className="mt-3 rounded-card border border-line bg-sunk p-4">
        <p className="text-muted text-xs">{club}</p>
        <p className={cx('mt-1 font-semibold leading-snug', title.trim() === '' && 'text-muted')}>
          {title.trim() || messages.PREVIEW_TITLE}
        </p>
        <p className={cx('mt-1 whitespace-pre-line text-sm', body.trim() === '' && 'text-muted')}>
          {body.trim() || messages.PREVIEW_BODY}
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
    <section aria-label={messages.SENT_BEFORE} className="mt-10">
      <h3 className="text-lg">{messages.SENT_BEFORE}</h3>
      {list.isPending ? (
        <div role="status" aria-label="Loading what was sent" className="mt-3 grid gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : list.isError && sent.length === 0 ? (
        <div className="mt-3">
          <ErrorState
            title={messages.SENT_FAILED}
            text={failureText(list.error, '').trim()}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : sent.length === 0 ? (
        <p className="mt-2 text-muted">{messages.NOTHING_SENT}</p>
      ) : (
        <>
          <ul className="mt-1">
            {renderRows('li', sent, ({ id, audience, title, body, createdAt, told, done }) => (
              <li key={id} className="border-line border-b py-4">
                <p className="font-semibold leading-snug">{title}</p>
                <FoldedText text={body} of={title} className="mt-1 max-w-[68ch] text-sm" />
                <p className="num mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-sm">
                  <AudienceBadge audience={audience} />
                  <span title={localTimes(createdAt)}>{formatDate(createdAt, timeZone)}</span>
                  <span>{done ? messages.reached(told) : `${messages.ON_ITS_WAY} · ${messages.reached(told)}`}</span>
                </p>
              </li>
            ))}
          </ul>
          <LoadMore
            label={messages.SHOW_MORE}
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
