/** One person as administrators see the account, and what they may do about it: creations, roles, clubs, sessions, a reset code. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureText, isGone } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { formatDay, formatRelative, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Alert } from '@/ui/Alert'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button, buttonClass } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField } from '@/ui/Field'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import {
  appointTo,
  auditQuery,
  clubNamesQuery,
  dismissFrom,
  endAllSessions,
  personQuery,
  sendResetCode,
  setOrganiser,
  stalePeople,
} from '../api'
import { OLD_NUMBERS } from '../messages'
import type { PersonDetails } from '../model'
import * as messages from '../peopleMessages'
import { AuditEntries } from './Audit'
import { ConfirmByPassword, CreditsDialog } from './ConfirmByPassword'
import { FactSheet, Facts } from './FactSheet'

const ACTS_SHOWN = 10

export function PersonView({ id }: { id: string }) {
  const found = useQuery(personQuery(id))
  const { data: person, error } = found
  if (person) {
    return (
      <>
        <BackToAll />
        {error ? (
          <Alert tone="brick" className="mb-4">
            {failureText(error, messages.PERSON_FAILED)} {OLD_NUMBERS}
          </Alert>
        ) : null}
        <Shown person={person} />
      </>
    )
  }
  if (!error) {
    return (
      <div role="status" aria-label={messages.LOADING_PERSON} className="grid gap-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  return (
    <>
      <BackToAll />
      {isGone(error) ? (
        <EmptyState {...messages.PERSON_GONE} />
      ) : (
        <ErrorState
          title={messages.PERSON_FAILED}
          text={failureText(error, '').trim()}
          onRetry={() => void found.refetch()}
        />
      )}
    </>
  )
}

function BackToAll() {
  return (
    <p className="mb-4">
      <Link {...asLeft(paths.people())} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        {messages.ALL_PEOPLE}
      </Link>
    </p>
  )
}

type Act = 'credits' | 'organiser' | 'sessions' | 'code'

function Shown({ person }: { person: PersonDetails }) {
  const { timeZone, mail } = useSite()
  const code = messages.resetCode(mail)
  const { user } = useSession()
  const [act, setAct] = useState<Act | null>(null)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus({ preventScroll: true }), [])
  const close = () => setAct(null)
  const isSelf = user?.id === person.id
  const [isAdmin, isOrganiser] = ['ADMIN', 'ORGANISER'].map((role) => person.roles.includes(role))
  const sending = useMutation({
    mutationFn: () => sendResetCode(person.id),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(failureText(error, code.failed)),
    onSettled: () => {
      close()
      return stalePeople()
    },
  })
  return (
    <article aria-labelledby="person-name">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={person.fullName} size="lg" />
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="person-name" ref={head} tabIndex={-1} className="text-xl outline-none">
            <Name>{person.fullName}</Name>
          </h2>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            {person.roles.map((role) => (
              <Badge key={role} tone={role === 'ADMIN' ? 'lawn' : role === 'USER' ? 'grey' : 'sky'}>
                {role}
              </Badge>
            ))}
          </p>
        </div>
        <Button icon={<KeyRound aria-hidden="true" className="size-4" />} onClick={() => setAct('code')}>
          {code.act}
        </Button>
      </div>
      <div className="mt-6 grid items-start gap-5 md:grid-cols-2">
        <FactSheet title={messages.ACCOUNT}>
          <Facts
            facts={[
              [
                messages.EMAIL,
                <p key="email" className="break-all">
                  {person.email}
                </p>,
              ],
              [messages.CONTACT, person.contact],
              [messages.BATCH, person.batch],
              [messages.SINCE, formatDay(person.createdAt, timeZone)],
            ]}
          />
          <div className="mt-4 grid justify-items-start gap-3 border-line border-t pt-4">
            <Button size="sm" onClick={() => setAct('organiser')}>
              {isOrganiser ? messages.UNMAKE_ORGANISER : messages.MAKE_ORGANISER}
            </Button>
            {isAdmin ? <p className="text-muted text-sm">{messages.ADMIN_NOTE}</p> : null}
          </div>
        </FactSheet>
        <FactSheet
          title={messages.CREATIONS}
          action={
            <Button size="sm" onClick={() => setAct('credits')}>
              {messages.CHANGE_CREDITS}
            </Button>
          }
        >
          <Facts
            facts={[
              [messages.CONTESTS_LEFT, person.contestCredits],
              [messages.POLLS_LEFT, person.pollCredits],
              [messages.CONTESTS_MADE, person.contestsMade],
              [messages.POLLS_MADE, person.pollsMade],
              [messages.CONTESTS_JOINED, person.contestsJoined],
            ]}
          />
        </FactSheet>
        <Clubs person={person} />
        <Sessions person={person} isSelf={isSelf} onEnd={() => setAct('sessions')} />
      </div>
      <Acts id={person.id} />

      {act === 'credits' ? <CreditsDialog person={person} onClose={close} /> : null}
      {act === 'organiser' ? (
        <ConfirmByPassword
          title={isOrganiser ? messages.unmakeOrganiser(person.fullName) : messages.makeOrganiser(person.fullName)}
          body={isOrganiser ? messages.UNMAKE_ORGANISER_TEXT : messages.MAKE_ORGANISER_TEXT}
          confirmLabel={isOrganiser ? messages.UNMAKE_ORGANISER : messages.MAKE_ORGANISER}
          danger={isOrganiser}
          failed={messages.ROLE_FAILED}
          onClose={close}
          onConfirm={(password) => setOrganiser(person.id, !isOrganiser, password)}
        />
      ) : null}
      {act === 'sessions' ? (
        <ConfirmByPassword
          title={messages.END_TITLE}
          body={messages.END_TEXT}
          confirmLabel={messages.END_ALL}
          danger
          failed={messages.END_FAILED}
          onClose={close}
          onConfirm={(password) => endAllSessions(person.id, password)}
        />
      ) : null}
      <ConfirmDialog
        open={act === 'code'}
        onClose={() => (sending.isPending ? undefined : close())}
        onConfirm={() => sending.mutate()}
        busy={sending.isPending}
        title={code.title}
        body={code.text}
        confirmLabel={code.confirm}
      />
    </article>
  )
}

function Clubs({ person }: { person: PersonDetails }) {
  const names = useQuery(clubNamesQuery)
  const [chosen, setChosen] = useState('')
  const [leaving, setLeaving] = useState<string | null>(null)
  const appointing = useMutation({
    mutationFn: (club: string) => appointTo(club, person.email),
    onSuccess: (message) => {
      toast.success(message)
      setChosen('')
    },
    onError: (error) => toast.error(failureText(error, messages.APPOINT_FAILED)),
    onSettled: stalePeople,
  })
  const dismissing = useMutation({
    mutationFn: (club: string) => dismissFrom(club, person.id),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(failureText(error, messages.DISMISS_FAILED)),
    onSettled: () => {
      setLeaving(null)
      return stalePeople()
    },
  })
  const others = (names.data ?? []).filter(
    ({ club }) => !person.clubs.some((own) => own.id === club && own.administers),
  )
  return (
    <FactSheet title={messages.CLUBS}>
      {person.clubs.length > 0 ? (
        <ul>
          {renderRows('li', person.clubs, ({ id, name, status, administers }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2.5 first:pt-0">
              <div className="min-w-0 flex-1">
                <p className="font-semibold leading-snug">
                  <Name>{name}</Name>
                </p>
                <p className="text-muted text-sm">
                  {messages.statusSaid(status)}
                  {administers ? `, ${messages.ADMINISTERS}` : ''}
                </p>
              </div>
              {administers ? (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`${messages.DISMISS}: ${name}`}
                  onClick={() => setLeaving(id)}
                >
                  {messages.DISMISS}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted text-sm">{messages.NO_CLUBS}</p>
      )}
      <form
        className="mt-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen && !appointing.isPending) appointing.mutate(chosen)
        }}
      >
        <SelectField
          label={messages.APPOINT_LABEL}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          className="min-w-44 flex-1"
        >
          <option value="">{messages.APPOINT_CHOOSE}</option>
          {others.map(({ club, name }) => (
            <option key={club} value={club}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" disabled={chosen === ''} busy={appointing.isPending}>
          {messages.APPOINT}
        </Button>
      </form>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => (dismissing.isPending ? undefined : setLeaving(null))}
        onConfirm={() => (leaving ? dismissing.mutate(leaving) : undefined)}
        busy={dismissing.isPending}
        danger
        title={messages.dismissTitle(leaving ?? '')}
        body={messages.DISMISS_TEXT}
        confirmLabel={messages.DISMISS}
      />
    </FactSheet>
  )
}

function Sessions({ person, isSelf, onEnd }: { person: PersonDetails; isSelf: boolean; onEnd: () => void }) {
  const now = useNow()
  return (
    <FactSheet
      title={messages.SESSIONS}
      action={
        isSelf || person.sessions.length === 0 ? null : (
          <Button size="sm" onClick={onEnd}>
            {messages.END_ALL}
          </Button>
        )
      }
    >
      {person.sessions.length > 0 ? (
        <ul>
          {renderRows('li', person.sessions, ({ id, device, address, lastSeenAt }) => (
            <li key={id} className="border-line border-b py-2.5 first:pt-0 last:border-b-0">
              <p className="font-semibold leading-snug">{device || messages.UNKNOWN_DEVICE}</p>
              <p className="num text-muted text-sm" title={localTimes(lastSeenAt)}>
                {address ? `${address} · ` : ''}
                {messages.lastUsed(formatRelative(lastSeenAt, now))}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted text-sm">{messages.NO_SESSIONS}</p>
      )}
      {isSelf ? (
        <p className="mt-3 text-sm">
          <Link {...paths.profile()} className="link">
            {messages.OWN_SESSIONS}
          </Link>
        </p>
      ) : null}
    </FactSheet>
  )
}

function Acts({ id }: { id: string }) {
  const found = useQuery(auditQuery(id, 1, ACTS_SHOWN))
  return (
    <section aria-label={messages.ACTS} className="mt-10 min-h-40">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">{messages.ACTS}</h3>
        {found.data && found.data.total > ACTS_SHOWN ? (
          <Link
            to="/operations"
            search={{ tab: 'audit', person: id }}
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            {messages.ALL_ACTS}
          </Link>
        ) : null}
      </div>
      <div className="mt-2">
        {found.data ? (
          found.data.entries.length > 0 ? (
            <AuditEntries label={messages.ACTS} entries={found.data.entries} />
          ) : (
            <p className="text-muted text-sm">{messages.NO_ACTS.title}</p>
          )
        ) : found.error ? (
          <ErrorState
            title={messages.ACTS}
            text={failureText(found.error, messages.AUDIT_FAILED)}
            onRetry={() => void found.refetch()}
          />
        ) : (
          <div role="status" aria-label={messages.LOADING_AUDIT}>
            <Skeleton className="h-14" />
          </div>
        )}
      </div>
    </section>
  )
}
