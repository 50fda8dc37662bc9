/**
 * Notice link, a notice in the short lists of the bell and of the dashboard: its icon, title, how it begins, and when
 * it came.
 */
import { useSite } from '@/api/session'
import { cx } from '@/lib/cx'
import { localTimes } from '@/lib/time'
import type { useOpenNotice } from '../hooks/useOpenNotice'
import { UNREAD } from '../messages'
import { ago, type Notice } from '../model'
import { NoticeIcon } from './NoticeIcon'

type NoticeLinkProps = {
  notice: Notice
  now: number
  link: ReturnType<ReturnType<typeof useOpenNotice>>
  className?: string
}

export function NoticeLink({ notice, now, link, className }: NoticeLinkProps) {
  const { timeZone } = useSite()
  const { about, title, body, createdAt, read } = notice
  return (
    <a {...link} className={cx('group grid grid-cols-[2.5rem_minmax(0,1fr)] items-start gap-3 py-3', className)}>
      <NoticeIcon about={about} read={read} />
      <span className="min-w-0">
        <span className={cx('ink block leading-snug group-hover:text-lawn', !read && 'font-semibold')}>
          {read ? null : <span className="sr-only">{UNREAD}: </span>}
          {title}
        </span>
        {body ? <span className="mt-0.5 line-clamp-2 text-muted text-sm">{body}</span> : null}
        <span className="num mt-0.5 block text-muted text-xs" title={localTimes(createdAt)}>
          {ago(createdAt, now, timeZone)}
        </span>
      </span>
    </a>
  )
}
