/** Unread notices on the dashboard: the newest few. Nothing where everything is read. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { renderRows } from '@/ui/RowBoundary'
import { unreadNoticesQuery, unreadQuery } from '../api'
import { useOpenNotice } from '../hooks/useOpenNotice'
import { allLink, UNREAD_TITLE } from '../messages'
import { NoticeLink } from './NoticeLink'

export function UnreadNotices({ now }: { now: number }) {
  const list = useQuery(unreadNoticesQuery)
  const unread = useQuery({ ...unreadQuery, enabled: false })
  const open = useOpenNotice()
  const notices = list.data?.filter(({ read }) => !read) ?? []
  if (notices.length === 0) return null
  const more = (unread.data ?? 0) - notices.length
  return (
    <section aria-label={UNREAD_TITLE}>
      <h2 className="text-lg">{UNREAD_TITLE}</h2>
      <ul className="mt-2">
        {renderRows('li', notices, (notice) => (
          <li key={notice.id} className="border-line border-b">
            <NoticeLink notice={notice} now={now} link={open(notice)} />
          </li>
        ))}
      </ul>
      <p className="ink-free mt-4 text-sm">
        <Link {...paths.notifications()} className="link link-lone">
          {allLink(more)}
        </Link>
      </p>
    </section>
  )
}
