/**
 * /notifications: everything one was told, newest first, unread ones apart if wanted (?show=unread), and the panel that
 * brings notifications to this device. It follows the inbox by the bell that stands above every page.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { failureText } from '@/api/failure'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/toast'
import { LIST_SIZE, markRead, noticesQuery, unreadQuery } from '../api'
import { NoticeRow } from '../components/NoticeRow'
import { PushPanel } from '../components/PushPanel'
import { useOpenNotice } from '../hooks/useOpenNotice'
import { useUndoableRemoval } from '../hooks/useUndoableRemoval'
import * as messages from '../messages'

const PANEL = 'notice-list'

export default function InboxPage() {
  useTitle(messages.TITLE)
  const { show } = useSearch({ from: '/site/member/notifications' })
  const navigate = useNavigate()
  const onlyUnread = show === 'unread'
  const unread = useQuery({ ...unreadQuery, enabled: false }).data
  const waits = useInfiniteQuery(noticesQuery(onlyUnread)).isPending
  const readAll = () => {
    void markRead('all').catch((error: unknown) => toast.error(failureText(error, messages.READ_FAILED)))
    focusAfterRender(selectedTab)
  }
  return (
    <div className="wrap-page pb-10">
      <PageHead
        title={messages.TITLE}
        lead={unread === undefined ? <Skeleton className="my-1 h-4 w-40" /> : messages.unreadCount(unread)}
        actions={
          // Also while there is nothing for it to do: on a phone it stands in a line of its own.
          <Button icon={<CheckCheck aria-hidden="true" className="size-4.5" />} disabled={!unread} onClick={readAll}>
            {messages.READ_ALL}
          </Button>
        }
      />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Tabs
            label={messages.WHICH}
            value={onlyUnread ? 'unread' : 'all'}
            onChange={(value) =>
              void navigate({
                to: '/notifications',
                search: value === 'unread' ? { show: 'unread' } : {},
                replace: true,
                resetScroll: false,
              })
            }
            items={[
              { value: 'all', label: messages.TABS.all },
              { value: 'unread', label: messages.TABS.unread, count: unread },
            ]}
            panelId={PANEL}
          />
          {/* Another list is another set of rows that wait to be removed. */}
          <List key={onlyUnread ? 'unread' : 'all'} onlyUnread={onlyUnread} />
        </div>
        {/* On a phone it stands below the list, and would move with it. */}
        <aside aria-label={messages.PUSH_TITLE} style={waits ? { visibility: 'hidden' } : undefined}>
          <PushPanel withSettings />
        </aside>
      </div>
    </div>
  )
}

const selectedTab = () => document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')

function List({ onlyUnread }: { onlyUnread: boolean }) {
  const now = useNow()
  const list = useInfiniteQuery(noticesQuery(onlyUnread))
  const open = useOpenNotice()
  const removing = useUndoableRemoval()
  const rows = useRef<HTMLUListElement>(null)
  const goesOnAt = useRef<number | null>(null)
  // A new notice moves the rows of later pages down: the one between two pages comes twice.
  const notices = [
    ...new Map(list.data?.pages.flatMap((page) => page.notices.map((one) => [one.id, one] as const))).values(),
  ]
  const total = list.data?.pages.at(-1)?.total ?? 0

  const read = (id: string) => {
    const at = notices.findIndex((one) => one.id === id)
    void markRead([id]).catch((error: unknown) => toast.error(failureText(error, messages.READ_FAILED)))
    // Its button goes, in the list of unread ones the row with it.
    const next = onlyUnread ? (notices[at + 1] ?? notices[at - 1]) : notices[at]
    const link = () => rows.current?.querySelector<HTMLElement>(`[data-notice="${next?.id}"] a`)
    focusAfterRender(next ? link : selectedTab, { preventScroll: true })
  }
  const more = () => {
    goesOnAt.current = notices.length
    void list.fetchNextPage()
  }
  // Once they are there: the first of the rows asked for is where one reads on.
  useEffect(() => {
    if (goesOnAt.current === null || notices.length <= goesOnAt.current) return
    rows.current?.children[goesOnAt.current]?.querySelector('a')?.focus({ preventScroll: true })
    goesOnAt.current = null
  }, [notices.length])

  return (
    <div id={PANEL} role="tabpanel" aria-label={onlyUnread ? messages.TABS.unread : messages.TABS.all} className="mt-2">
      {list.isPending ? (
        <div role="status" aria-label={messages.LOADING} className="grid gap-3 pt-3">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-20" />
          ))}
        </div>
      ) : list.isError && notices.length === 0 ? (
        <div className="pt-4">
          <ErrorState
            title={messages.TITLE}
            text={failureText(list.error, messages.LIST_FAILED)}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : notices.length === 0 ? (
        <div className="pt-4">
          <EmptyState {...messages.EMPTY[onlyUnread ? 'unread' : 'all']} />
        </div>
      ) : (
        <>
          {list.isError ? (
            <p role="alert" className="mt-3 rounded-control bg-brick-soft px-4 py-3 text-brick text-sm">
              {failureText(list.error, messages.LIST_FAILED)}
            </p>
          ) : null}
          <ul ref={rows} aria-label={messages.TITLE}>
            {renderRows('li', notices, (notice) => (
              <li key={notice.id} data-notice={notice.id} className="border-line border-b">
                <NoticeRow
                  notice={notice}
                  now={now}
                  link={open(notice)}
                  removing={removing}
                  onRead={() => read(notice.id)}
                />
              </li>
            ))}
          </ul>
          {total > LIST_SIZE ? (
            <div className="mt-6 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
              <p className="num text-muted text-sm">
                {notices.length} of {total}
              </p>
              {list.hasNextPage ? (
                <Button busy={list.isFetchingNextPage} onClick={() => more()}>
                  {messages.MORE}
                </Button>
              ) : null}
            </div>
          ) : null}
          <p className="mt-6 text-muted text-sm">{messages.KEPT}</p>
        </>
      )}
    </div>
  )
}
