/**
 * Member table: members or applications. On a phone the columns in the middle fold below the name, so that what is done
 * with a person stays in sight.
 */
import { Check, ChevronDown, ShieldCheck, Trash2, X } from 'lucide-react'
import { Fragment } from 'react'
import { useSite } from '@/api/session'
import { formatDay, localTimes } from '@/lib/time'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Menu, MenuItem } from '@/ui/Menu'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Table, Td, Th } from '@/ui/Table'
import type { Start } from '../hooks/useMemberActions'
import * as messages from '../messages'
import { type Member, officesBeside, type Shelf, statusTone } from '../model'

type MemberTableProps = {
  shelf: Shelf
  members: readonly Member[]
  /** Rows with a request on its way. */
  busy: ReadonlySet<string>
  onAct: Start
}

const CONTACT = 'max-md:hidden'
const STATUS = 'max-sm:hidden'
const SINCE = 'max-lg:hidden'

export function MemberTable({ shelf, members, busy, onAct }: MemberTableProps) {
  const columns = messages.COLUMNS[shelf]
  return (
    <Table caption={messages.SHELF_WORDS[shelf]}>
      <thead>
        <tr>
          <Th className="pl-0">{columns.person}</Th>
          <Th className={CONTACT}>{columns.contact}</Th>
          <Th className={STATUS}>{columns.status}</Th>
          <Th className={SINCE}>{columns.since}</Th>
          <Th className="pr-0 text-right">{columns.actions}</Th>
        </tr>
      </thead>
      <tbody>
        {renderRows('tr', members, (member) => (
          <Row key={member.id} member={member} shelf={shelf} busy={busy.has(member.id)} onAct={onAct} />
        ))}
      </tbody>
    </Table>
  )
}

/** Breaks at the @ and the dots; anywhere else only where one part alone is too wide. */
function Address({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?=[@.])/).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat, and never move
        <Fragment key={place}>
          {place > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

function Row({ member, shelf, busy, onAct }: { member: Member; shelf: Shelf; busy: boolean; onAct: Start }) {
  const { timeZone } = useSite()
  const nameId = `member-${member.id}`
  const since = shelf === 'pending' ? member.appliedAt : (member.joinedAt ?? member.appliedAt)
  const badges = (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={statusTone(member.status)}>{member.status}</Badge>
      {member.administrator ? (
        <Badge tone="grey" icon={<ShieldCheck aria-hidden="true" />}>
          {messages.ADMINISTRATOR}
        </Badge>
      ) : null}
    </span>
  )
  return (
    <tr aria-busy={busy || undefined}>
      <Td className="pl-0 align-top">
        <div className="flex gap-3">
          <Avatar name={member.fullName} className="max-sm:hidden" />
          <div className="min-w-0">
            <p id={nameId} className="font-semibold leading-snug">
              <Name>{member.fullName || messages.NOT_AVAILABLE}</Name>
            </p>
            <a
              href={`mailto:${member.email}`}
              className="relative text-muted text-sm after:absolute after:inset-x-0 after:-inset-y-3.5 after:content-[''] hover:text-ink hover:underline"
            >
              <Address text={member.email} />
            </a>
            <p className="num text-muted text-sm md:hidden">
              {member.contact || messages.NOT_AVAILABLE} · {member.batch || messages.NOT_AVAILABLE}
            </p>
            <p className="num text-muted text-sm lg:hidden">
              {messages.COLUMNS[shelf].since}: {formatDay(since, timeZone)}
            </p>
            <div className="mt-1.5 sm:hidden">{badges}</div>
          </div>
        </div>
      </Td>
      <Td className={`num whitespace-nowrap align-top text-sm ${CONTACT}`}>
        {member.contact || messages.NOT_AVAILABLE}
        <span className="block text-muted">Batch {member.batch || messages.NOT_AVAILABLE}</span>
      </Td>
      <Td className={`align-top ${STATUS}`}>{badges}</Td>
      <Td className={`num whitespace-nowrap align-top text-sm ${SINCE}`} title={localTimes(since)}>
        {formatDay(since, timeZone)}
      </Td>
      <Td className="pr-0 align-top">
        <div className="flex justify-end gap-1 max-sm:flex-col max-sm:items-end max-sm:gap-3">
          {shelf === 'pending' ? (
            <>
              <Button
                size="sm"
                variant="primary"
                busy={busy}
                aria-describedby={nameId}
                icon={<Check aria-hidden="true" className="size-4" />}
                onClick={() => onAct(member, { kind: 'approve' })}
              >
                {messages.APPROVE}
              </Button>
              <Button
                size="sm"
                disabled={busy}
                aria-describedby={nameId}
                icon={<X aria-hidden="true" className="size-4" />}
                onClick={() => onAct(member, { kind: 'reject' })}
              >
                {messages.REJECT}
              </Button>
            </>
          ) : (
            <>
              <Menu
                trigger={
                  <Button size="sm" busy={busy} disabled={busy} aria-describedby={nameId}>
                    {messages.UPGRADE}
                    <ChevronDown aria-hidden="true" className="size-4" />
                  </Button>
                }
              >
                {officesBeside(member.status).map((office) => (
                  <MenuItem key={office} onClick={() => onAct(member, { kind: 'upgrade', office })}>
                    {office}
                  </MenuItem>
                ))}
              </Menu>
              <Button
                size="sm"
                variant="ghost"
                disabled={busy}
                aria-describedby={nameId}
                icon={<Trash2 aria-hidden="true" className="size-4" />}
                onClick={() => onAct(member, { kind: 'remove' })}
              >
                {messages.REMOVE}
              </Button>
            </>
          )}
        </div>
      </Td>
    </tr>
  )
}
