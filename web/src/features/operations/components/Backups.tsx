/** Backups: their state, and a button that makes one more after a question. */
import { useMutation } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { formatDate, formatRelative, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/toast'
import { backUp, staleJobs, staleSystem } from '../api'
import * as messages from '../messages'
import { isByHand, type System, sizeOf } from '../model'
import { FactSheet, Facts } from './FactSheet'

export function Backups({ backup }: { backup: System['backup'] }) {
  const { timeZone } = useSite()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const making = useMutation({
    mutationFn: backUp,
    onSuccess: (message) => toast.success(message),
    onError: (failure) => toast.error(failureText(failure, messages.BACK_UP_FAILED)),
    onSettled: () => {
      setAsking(false)
      void staleJobs()
      return staleSystem()
    },
  })
  const { newest, failed, folder, dueAt, underWay, byTheClock } = backup
  const facts: [string, ReactNode][] = newest
    ? [
        [
          messages.NEWEST,
          <span key="file" className="break-all">
            {newest.file}
          </span>,
        ],
        [
          messages.MADE,
          <span key="made" title={localTimes(newest.beganAt)}>
            {formatDate(newest.beganAt, timeZone)}, {formatRelative(newest.beganAt, now)}
          </span>,
        ],
        [messages.SIZE, newest.bytes === null ? '' : sizeOf(newest.bytes)],
        [
          messages.PROVEN,
          newest.verifiedAt !== null ? messages.WHOLE : isByHand(newest) ? messages.BY_HAND : messages.NOT_PROVEN,
        ],
      ]
    : [[messages.NEWEST, messages.NO_BACKUP]]
  if (dueAt !== null) {
    facts.push([messages.NEXT_DUE, dueAt <= now ? messages.DUE_NOW : formatRelative(dueAt, now)])
  }
  facts.push([
    messages.FOLDER,
    <code key="folder" className="break-all">
      {folder}
    </code>,
  ])
  return (
    <FactSheet
      title={messages.BACKUPS}
      action={
        <Button
          size="sm"
          busy={making.isPending}
          disabled={underWay}
          icon={<Archive aria-hidden="true" className="size-4" />}
          onClick={() => setAsking(true)}
        >
          {messages.BACK_UP}
        </Button>
      }
    >
      {underWay ? (
        <Alert tone="sky" className="mb-3">
          {messages.BACKING_UP}
        </Alert>
      ) : null}
      {failed ? (
        <Alert tone="amber" className="mb-3">
          {messages.LAST_FAILED}, {formatDate(failed.beganAt, timeZone)}: <span>{failed.why}</span>
        </Alert>
      ) : null}
      {byTheClock ? null : (
        <Alert tone="amber" className="mb-3">
          {messages.NO_CLOCK}
        </Alert>
      )}
      <Facts facts={facts} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => making.mutate()}
        title={messages.BACK_UP_TITLE}
        body={messages.BACK_UP_TEXT}
        confirmLabel={messages.BACK_UP}
        cancelLabel={messages.BACK_UP_KEEP}
        busy={making.isPending}
      />
    </FactSheet>
  )
}
