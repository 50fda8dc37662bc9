/**
 * Calendar subscription: the addresses at which a calendar program fetches events again and again, so that a moved or
 * cancelled event is right there too. One's own has a secret address, which the server shows only when it is made; those
 * of a club and of all clubs are public.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Copy, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatDate } from '@/lib/time'
import { Button, buttonClass } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { calendarAddressQuery, publicCalendar, webcal } from '../api'
import * as messages from '../calendarMessages'
import { useMakeCalendarAddress, useRemoveCalendarAddress } from '../hooks/useCalendarAddress'
import { SUBSCRIBE } from '../messages'

const ICON = 'size-4'

/** `club`: whose events the public address has; without one, those of all clubs. */
type SubscribeModalProps = { club?: { shortName: string; name: string }; open: boolean; onClose: () => void }

export function SubscribeModal({ club, open, onClose }: SubscribeModalProps) {
  const { user } = useSession()
  return (
    <Modal open={open} onClose={onClose} title={SUBSCRIBE} description={messages.SUBSCRIBE_LEAD}>
      <div className="grid gap-7">
        <Part title={messages.OWN_CALENDAR}>{user ? <OwnCalendar /> : <Guest />}</Part>
        <Part title={club ? messages.calendarOf(club.name) : messages.CALENDAR_OF_ALL}>
          <Address address={publicCalendar(club?.shortName)} label={messages.PUBLIC_ADDRESS} />
        </Part>
        <Part title={messages.HOW_TO_SUBSCRIBE}>
          <dl className="grid gap-3 text-sm">
            {messages.CALENDAR_PROGRAMS.map(({ name, how }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="text-muted">{how}</dd>
              </div>
            ))}
          </dl>
        </Part>
      </div>
    </Modal>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const headId = useId()
  return (
    <section aria-labelledby={headId} className="grid min-w-0 gap-3">
      <h3 id={headId} className="text-base">
        {title}
      </h3>
      {children}
    </section>
  )
}

function Guest() {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted text-sm">{messages.OWN_CALENDAR_GUEST}</p>
      <Link {...paths.login()} className={buttonClass({ size: 'sm' })}>
        {messages.LOG_IN}
      </Link>
    </div>
  )
}

function OwnCalendar() {
  const { timeZone } = useSite()
  const known = useQuery(calendarAddressQuery)
  const making = useMakeCalendarAddress()
  const removing = useRemoveCalendarAddress(() => making.reset())
  const make = (
    <Button
      size="sm"
      busy={making.isPending}
      icon={known.data ? <RefreshCw aria-hidden="true" className={ICON} /> : undefined}
      onClick={() => making.mutate()}
    >
      {known.data ? messages.REPLACE_ADDRESS : messages.MAKE_ADDRESS}
    </Button>
  )
  if (known.isPending) return <Skeleton className="h-24" />
  if (known.data === undefined)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm">{failureText(known.error, messages.ADDRESS_FAILED)}</p>
        <Button size="sm" onClick={() => void known.refetch()}>
          {messages.TRY_AGAIN}
        </Button>
      </div>
    )
  if (known.data === null)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-muted text-sm">{messages.OWN_CALENDAR_LEAD}</p>
        {make}
      </div>
    )
  return (
    <div className="grid gap-3">
      {making.data ? (
        <>
          <Address address={making.data} label={messages.SECRET_ADDRESS} />
          <p className="text-sm">{messages.SECRET_HINT}</p>
        </>
      ) : (
        <p className="text-muted text-sm">{messages.addressSince(formatDate(known.data, timeZone))}</p>
      )}
      <p className="text-muted text-sm">{messages.REPLACE_HINT}</p>
      <div className="flex flex-wrap gap-3">
        {make}
        <Button
          size="sm"
          busy={removing.isPending}
          icon={<Trash2 aria-hidden="true" className={ICON} />}
          onClick={() => removing.mutate()}
        >
          {messages.REMOVE_ADDRESS}
        </Button>
      </div>
    </div>
  )
}

function Address({ address, label }: { address: string; label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
      toast.success(messages.ADDRESS_COPIED)
    } catch {
      // No clipboard without https: selected, it is a key away.
      field.current?.select()
      toast.warning(messages.COPY_FAILED)
    }
  }
  return (
    <div className="grid gap-3">
      <TextField
        ref={field}
        label={label}
        readOnly
        value={address}
        className="min-w-0"
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant={copied ? undefined : 'primary'}
          icon={<Copy aria-hidden="true" className={ICON} />}
          aria-label={messages.copyOf(label)}
          onClick={() => void copy()}
        >
          {messages.COPY}
        </Button>
        <a href={webcal(address)} aria-label={messages.openOf(label)} className={buttonClass({ size: 'sm' })}>
          <CalendarPlus aria-hidden="true" className={ICON} />
          {messages.OPEN_IN_CALENDAR}
        </a>
      </div>
    </div>
  )
}
