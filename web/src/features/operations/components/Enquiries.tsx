/** Enquiries, which people wrote through the contact form: read, answered in one's own mail program, ticked off. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { cx } from '@/lib/cx'
import { formatDate, localTimes } from '@/lib/time'
import { useOptimisticToggle } from '@/lib/useOptimisticToggle'
import { Alert } from '@/ui/Alert'
import { Badge } from '@/ui/Badge'
import { buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { CheckField } from '@/ui/Field'
import { FoldedText } from '@/ui/FoldedText'
import { LoadMore } from '@/ui/LoadMore'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { enquiriesQuery, staleEnquiries, tickEnquiry } from '../api'
import * as messages from '../messages'
import { type Enquiry, letterTo } from '../model'

export function Enquiries() {
  const [onlyOpen, setOnlyOpen] = useState(false)
  const list = useInfiniteQuery(enquiriesQuery(onlyOpen))
  const enquiries = list.data?.pages.flatMap((page) => page.enquiries) ?? []
  const total = list.data?.pages.at(-1)?.total ?? 0
  return (
    <>
      <CheckField
        label={messages.OPEN_ONLY}
        checked={onlyOpen}
        onChange={({ target }) => setOnlyOpen(target.checked)}
        className="justify-items-start"
      />
      {list.isPending ? (
        <div role="status" aria-label={messages.LOADING_ENQUIRIES} className="mt-3 grid gap-3">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      ) : list.isError && enquiries.length === 0 ? (
        <div className="mt-3">
          <ErrorState
            title={messages.TABS.enquiries}
            text={failureText(list.error, messages.ENQUIRIES_FAILED)}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : enquiries.length === 0 ? (
        <div className="mt-3">
          <EmptyState {...(onlyOpen ? messages.NONE_OPEN : messages.NO_ENQUIRIES)} />
        </div>
      ) : (
        <>
          {list.isError ? (
            <Alert tone="brick" className="my-3">
              {failureText(list.error, messages.ENQUIRIES_FAILED)} {messages.OLD_NUMBERS}
            </Alert>
          ) : null}
          <ul aria-label={messages.TABS.enquiries}>
            {renderRows('li', enquiries, (enquiry) => (
              <li key={enquiry.id} className="border-line border-b">
                <Row enquiry={enquiry} />
              </li>
            ))}
          </ul>
          <LoadMore
            label={messages.MORE}
            shown={enquiries.length}
            total={total}
            hasMore={list.hasNextPage}
            busy={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
            className="justify-center"
          />
        </>
      )}
    </>
  )
}

function Row({ enquiry }: { enquiry: Enquiry }) {
  const { name: site, timeZone } = useSite()
  const { id, topic, name, email, message, known, doubtful, createdAt, answered } = enquiry
  const ticking = useMutation({
    mutationFn: (to: boolean) => tickEnquiry(id, to),
    onError: (error) => toast.error(failureText(error, messages.TICK_FAILED)),
    onSettled: staleEnquiries,
  })
  const [ticked, tick] = useOptimisticToggle(answered, ticking.mutateAsync)
  return (
    <article aria-label={messages.fromWhom(topic, name)} className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className={cx('wrap-anywhere min-w-0 font-sans text-base tracking-normal', !answered && 'font-semibold')}>
          {name}
        </h2>
        <Badge tone={topic === 'sales' ? 'marigold' : 'sky'}>{messages.TOPICS[topic]}</Badge>
        {doubtful ? <Badge tone="brick">{messages.DOUBTFUL}</Badge> : null}
        {answered ? <Badge tone="lawn">{messages.TICK}</Badge> : null}
      </div>
      <p className="num mt-1 text-muted text-sm">
        {email ? `${email} · ` : ''}
        <span title={localTimes(createdAt)}>{formatDate(createdAt, timeZone)}</span>
        {email ? ` · ${known ? messages.KNOWN : messages.UNKNOWN}` : ''}
      </p>
      <FoldedText text={message} of={name} className="mt-3 max-w-[72ch]" />
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        {email ? (
          <a
            href={letterTo(enquiry, site)}
            aria-label={`${messages.ANSWER}: ${name}`}
            className={buttonClass({ size: 'sm' })}
          >
            <Mail aria-hidden="true" className="size-4" />
            {messages.ANSWER}
          </a>
        ) : (
          <span className="text-muted text-sm">{messages.NO_ADDRESS}</span>
        )}
        <CheckField
          label={
            <>
              {messages.TICK}
              <span className="sr-only">: {name}</span>
            </>
          }
          checked={ticked}
          onChange={({ target }) => tick(target.checked)}
        />
      </div>
    </article>
  )
}
