/**
 * Jobs of one state, asked for again every few seconds while somebody looks, so that a retry is seen to work. Before
 * one is dropped it is said what that means.
 */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { focusIfLost } from '@/lib/focusAfterRender'
import { useNow } from '@/lib/useNow'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField } from '@/ui/Field'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { dropJob, JOBS_SIZE, retryJob, staleJobs } from '../api'
import * as messages from '../messages'
import type { Job, JobPage, JobState } from '../model'
import { JobRow } from './JobRow'

type JobsProps = {
  state: JobState
  kind: string
  page: number
  onShow: (next: { kind?: string; page?: number }) => void
  data: JobPage | undefined
  error: Error | null
  onRetry: () => void
  /** Of another page or kind still; the new one is on its way. */
  isOld: boolean
}

export function Jobs({ state, kind, page, onShow, data, error, onRetry, isOld }: JobsProps) {
  const now = useNow()
  const [dropping, setDropping] = useState<Job | null>(null)
  const list = useRef<HTMLUListElement>(null)
  /** The row has gone to another tab, or altogether, with the button that had the focus. */
  const settled = async (job: Job) => {
    const at = data?.jobs.findIndex(({ id }) => id === job.id) ?? 0
    await staleJobs()
    focusIfLost(() => {
      const row = list.current?.children[Math.min(at, list.current.children.length - 1)]
      return (
        row?.querySelector<HTMLElement>('button') ??
        document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
      )
    })
  }
  const retrying = useMutation({
    mutationFn: ({ id }: Job) => retryJob(id),
    onSuccess: (message) => toast.success(message),
    onError: (failure) => toast.error(failureText(failure, messages.RETRY_FAILED)),
    onSettled: (_, __, job) => settled(job),
  })
  const drop = useMutation({
    mutationFn: ({ id }: Job) => dropJob(id),
    onSuccess: (message) => toast.success(message),
    onError: (failure) => toast.error(failureText(failure, messages.DROP_FAILED)),
    onSettled: (_, __, job) => {
      setDropping(null)
      return settled(job)
    },
  })

  if (!data) {
    return error ? (
      <ErrorState title={messages.TITLE} text={failureText(error, messages.JOBS_FAILED)} onRetry={onRetry} />
    ) : (
      <div role="status" aria-label={messages.LOADING} className="grid gap-3">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-20" />
        ))}
      </div>
    )
  }
  // What was shown before belongs to another tab.
  const jobs = data.jobs.filter((job) => job.state === state)
  const pages = Math.max(1, Math.ceil(data.total / JOBS_SIZE))
  const kinds = kind && !data.kinds.includes(kind) ? [...data.kinds, kind] : data.kinds
  return (
    <div aria-busy={isOld}>
      {error ? (
        <Alert tone="brick" className="mb-4">
          {failureText(error, messages.JOBS_FAILED)} {messages.OLD_NUMBERS}
        </Alert>
      ) : null}
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <p className="max-w-[62ch] text-muted">{messages.ABOUT[state]}</p>
        {kind || (kinds.length > 1 && jobs.length > 0) ? (
          <SelectField
            label={messages.KIND}
            value={kind}
            onChange={({ target }) => onShow({ kind: target.value, page: 1 })}
            className="w-full sm:w-72"
          >
            <option value="">{messages.EVERY_KIND}</option>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        ) : null}
      </div>
      {jobs.length > 0 ? (
        <ul ref={list} aria-label={messages.TABS[state]}>
          {renderRows('li', jobs, (job) => (
            <li key={job.id} className="border-line border-b">
              <JobRow
                job={job}
                now={now}
                busy={retrying.isPending && retrying.variables.id === job.id}
                onRetry={() => retrying.mutate(job)}
                onDrop={() => setDropping(job)}
              />
            </li>
          ))}
        </ul>
      ) : isOld ? (
        <div role="status" aria-label={messages.LOADING} className="grid gap-3 pt-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : page > 1 ? (
        <EmptyState
          title={messages.pageSaid(page, pages)}
          action={<Button onClick={() => onShow({ page: 1 })}>{messages.FIRST}</Button>}
        />
      ) : kind ? (
        <EmptyState
          title={messages.EMPTY_OF_KIND}
          action={<Button onClick={() => onShow({ kind: '', page: 1 })}>{messages.SHOW_ALL_KINDS}</Button>}
        />
      ) : (
        <EmptyState {...messages.EMPTY[state]} />
      )}
      {pages > 1 && jobs.length > 0 ? (
        <nav aria-label={messages.PAGES} className="mt-6 flex items-center justify-center gap-4">
          <Button size="sm" disabled={page <= 1} onClick={() => onShow({ page: page - 1 })}>
            {messages.PREVIOUS}
          </Button>
          <span className="num text-muted text-sm">{messages.pageSaid(page, pages)}</span>
          <Button size="sm" disabled={page >= pages} onClick={() => onShow({ page: page + 1 })}>
            {messages.NEXT}
          </Button>
        </nav>
      ) : null}
      <ConfirmDialog
        open={dropping !== null}
        onClose={() => setDropping(null)}
        onConfirm={() => dropping && drop.mutate(dropping)}
        busy={drop.isPending}
        danger
        title={messages.DROP_TITLE}
        body={
          <>
            <p className="font-semibold text-ink">{dropping?.does}</p>
            <p className="mt-2">
              {dropping?.dropping} {messages.DROP_FOR_GOOD}
            </p>
          </>
        }
        confirmLabel={messages.DROP}
        cancelLabel={messages.DROP_KEEP}
      />
    </div>
  )
}
