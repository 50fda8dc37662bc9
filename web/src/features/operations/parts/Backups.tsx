/** How it stands with backups, and one more after a question. */
import { useMutation } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { formatDate, formatRelative, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Button } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { Notice } from '@/ui/Notice'
import { toast } from '@/ui/toast'
import { backUp, staleJobs, staleSystem } from '../api'
import { isByHand, type System, sizeOf } from '../model'
import * as words from '../words'
import { Facts, Sheet } from './Sheet'

export function Backups({ backup }: { backup: System['backup'] }) {
  const { timeZone } = useSite()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const making = useMutation({
    mutationFn: backUp,
    onSuccess: (message) => toast.success(message),
    onError: (failure) => toast.error(failureText(failure, words.BACK_UP_FAILED)),
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
          words.NEWEST,
          <span key="file" className="break-all">
            {newest.file}
          </span>,
        ],
        [
          words.MADE,
          <span key="made" title={localTimes(newest.beganAt)}>
            {formatDate(newest.beganAt, timeZone)}, {formatRelative(newest.beganAt, now)}
          </span>,
        ],
        [words.SIZE, newest.bytes === null ? '' : sizeOf(newest.bytes)],
        [words.PROVEN, newest.verifiedAt !== null ? words.WHOLE : isByHand(newest) ? words.BY_HAND : words.NOT_PROVEN],
      ]
    : [[words.NEWEST, words.NO_BACKUP]]
  if (dueAt !== null) {
    facts.push([words.NEXT_DUE, dueAt <= now ? words.DUE_NOW : formatRelative(dueAt, now)])
  }
  facts.push([
    words.FOLDER,
    <code key="folder" className="break-all">
      {folder}
    </code>,
  ])
  return (
    <Sheet
      title={words.BACKUPS}
      action={
        <Button
          size="sm"
          busy={making.isPending}
          disabled={underWay}
          icon={<Archive aria-hidden="true" className="size-4" />}
          onClick={() => setAsking(true)}
        >
          {words.BACK_UP}
        </Button>
      }
    >
      {underWay ? (
        <Notice tone="sky" className="mb-3">
          {words.BACKING_UP}
        </Notice>
      ) : null}
      {failed ? (
        <Notice tone="amber" className="mb-3">
          {words.LAST_FAILED}, {formatDate(failed.beganAt, timeZone)}: <span className="break-words">{failed.why}</span>
        </Notice>
      ) : null}
      {byTheClock ? null : (
        <Notice tone="amber" className="mb-3">
          {words.NO_CLOCK}
        </Notice>
      )}
      <Facts facts={facts} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => making.mutate()}
        title={words.BACK_UP_TITLE}
        body={words.BACK_UP_TEXT}
        confirmLabel={words.BACK_UP}
        cancelLabel={words.BACK_UP_KEEP}
        busy={making.isPending}
      />
    </Sheet>
  )
}
