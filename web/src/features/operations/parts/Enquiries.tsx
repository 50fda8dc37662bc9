/** What people wrote through the contact form: read, answered in one's own mail program, ticked off. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { cx } from '@/lib/cx'
import { formatDate, localTimes } from '@/lib/time'
import { useTick } from '@/lib/useTick'
import { Badge } from '@/ui/Badge'
import { buttonClass } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { CheckField } from '@/ui/Field'
import { More } from '@/ui/More'
import { Notice } from '@/ui/Notice'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { enquiriesQuery, staleEnquiries, tickEnquiry } from '../api'
import { type Enquiry, letterTo } from '../model'
import * as words from '../words'

export function Enquiries() {
  const [onlyOpen, setOnlyOpen] = useState(false)
  const list = useInfiniteQuery(enquiriesQuery(onlyOpen))
  const enquiries = list.data?.pages.flatMap((page) => page.enquiries) ?? []
  const total = list.data?.pages.at(-1)?.total ?? 0
  return (
    <>
      <CheckField
        label={words.OPEN_ONLY}
        checked={onlyOpen}
        onChange={({ target }) => setOnlyOpen(target.checked)}
        className="justify-items-start"
      />
      {list.isPending ? (
        <div role="status" aria-label={words.LOADING_ENQUIRIES} className="mt-3 grid gap-3">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      ) : list.isError && enquiries.length === 0 ? (
        <div className="mt-3">
          <Problem
            title={words.TABS.enquiries}
            text={failureText(list.error, words.ENQUIRIES_FAILED)}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : enquiries.length === 0 ? (
        <div className="mt-3">
          <Empty {...(onlyOpen ? words.NONE_OPEN : words.NO_ENQUIRIES)} />
        </div>
      ) : (
        <>
          {list.isError ? (
            <Notice tone="brick" className="my-3">
              {failureText(list.error, words.ENQUIRIES_FAILED)} {words.OLD_NUMBERS}
            </Notice>
          ) : null}
          <ul aria-label={words.TABS.enquiries}>
            {enquiries.map((enquiry) => (
              <li key={enquiry.id} className="border-line border-b">
                <Row enquiry={enquiry} />
              </li>
            ))}
          </ul>
          <More
            label={words.MORE}
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
  const { id, topic, name, email, message, known, createdAt, answered } = enquiry
  const ticking = useMutation({
    mutationFn: (to: boolean) => tickEnquiry(id, to),
    onError: (error) => toast.error(failureText(error, words.TICK_FAILED)),
    onSettled: staleEnquiries,
  })
  const [ticked, tick] = useTick(answered, ticking.mutateAsync)
  return (
    <article aria-label={words.fromWhom(topic, name)} className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className={cx('font-sans text-base tracking-normal', !answered && 'font-semibold')}>{name}</h2>
        <Badge tone={topic === 'sales' ? 'marigold' : 'sky'}>{words.TOPICS[topic]}</Badge>
        {answered ? <Badge tone="lawn">{words.TICK}</Badge> : null}
      </div>
      <p className="num mt-1 break-words text-muted text-sm">
        {email ? `${email} · ` : ''}
        <span title={localTimes(createdAt)}>{formatDate(createdAt, timeZone)}</span>
        {email ? ` · ${known ? words.KNOWN : words.UNKNOWN}` : ''}
      </p>
      <p className="mt-3 max-w-[72ch] whitespace-pre-line break-words">{message}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        {email ? (
          <a
            href={letterTo(enquiry, site)}
            aria-label={`${words.ANSWER}: ${name}`}
            className={buttonClass({ size: 'sm' })}
          >
            <Mail aria-hidden="true" className="size-4" />
            {words.ANSWER}
          </a>
        ) : (
          <span className="text-muted text-sm">{words.NO_ADDRESS}</span>
        )}
        <CheckField
          label={
            <>
              {words.TICK}
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
