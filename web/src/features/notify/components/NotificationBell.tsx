/**
 * Notification bell of the navigation: how many notices are unread, as it happens, and the newest ones behind it.
 * Loaded only when somebody is signed in.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellSign } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { Button } from '@/ui/Button'
import { Popover } from '@/ui/Popover'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { latestQuery, markRead } from '../api'
import { useInbox } from '../hooks/useInbox'
import { useOpenNotice } from '../hooks/useOpenNotice'
import * as messages from '../messages'
import { badgeOf } from '../model'
import { NoticeLink } from './NoticeLink'

export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const unread = useInbox(({ title }) => setSaid(`${messages.NEW}: ${title}`))
  const badge = badgeOf(unread ?? 0)
  const trigger = (
    <button
      type="button"
      aria-label={messages.bellLabel(unread)}
      data-unread={unread}
      className="relative grid size-11 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink data-[popup-open]:text-ink"
    >
      <BellSign aria-hidden="true" className="size-5" />
      {badge ? (
        <span
          aria-hidden="true"
          className="num absolute top-1 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full border-2 border-paper bg-brick px-1 font-bold text-[0.625rem] text-brick-ink leading-none"
        >
          {badge}
        </span>
      ) : null}
    </button>
  )
  const readAll = () => {
    void markRead('all').catch((error: unknown) => toast.error(failureText(error, messages.READ_FAILED)))
  }
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger={trigger}
        title={messages.TITLE}
        actions={
          unread ? (
            <Button variant="ghost" size="sm" onClick={readAll}>
              {messages.READ_ALL}
            </Button>
          ) : null
        }
      >
        <Newest onClose={() => setOpen(false)} />
      </Popover>
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </>
  )
}

/** Mounted while the panel is open, so that the list is asked for only then. */
function Newest({ onClose }: { onClose: () => void }) {
  const now = useNow()
  const latest = useQuery(latestQuery)
  const open = useOpenNotice(onClose)
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4">
        {latest.isPending ? (
          <div role="status" aria-label={messages.LOADING} className="grid gap-3 py-4">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        ) : latest.isError && !latest.data ? (
          <div role="alert" className="grid justify-items-start gap-3 py-4">
            <p className="text-sm">{failureText(latest.error, messages.LIST_FAILED)}</p>
            <Button size="sm" onClick={() => void latest.refetch()}>
              {messages.RETRY}
            </Button>
          </div>
        ) : latest.data.length === 0 ? (
          <div className="py-6">
            <p className="font-semibold">{messages.EMPTY.all.title}</p>
            <p className="mt-1 text-muted text-sm">{messages.EMPTY.all.text}</p>
          </div>
        ) : (
          <ul aria-label={messages.TITLE} className="divide-y divide-line">
            {renderRows('li', latest.data, (notice) => (
              <li key={notice.id}>
                <NoticeLink notice={notice} now={now} link={open(notice)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="border-line border-t px-4 py-1">
        <Link {...paths.notifications()} onClick={onClose} className="link inline-flex min-h-11 items-center text-sm">
          {messages.SEE_ALL}
        </Link>
      </p>
    </>
  )
}
