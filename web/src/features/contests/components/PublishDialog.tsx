/**
 * Publish dialog: asks once before a contest is made public that nobody could take, or that is nearly over. Whoever makes
 * it private, or has a contest that is ready, is asked nothing.
 */
import { type ReactNode, useState } from 'react'
import { serverNow } from '@/lib/serverClock'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { PUBLISH_ANYWAY, PUBLISH_TITLE } from '../messages'
import { type Contest, doubtOfPublishing } from '../model'
import { usePublish } from '../mutations'

type Publishable = Pick<Contest, 'id' | 'title' | 'startsAt' | 'endsAt' | 'questionCount'>

export function usePublishDialog(contest: Publishable): { publish: (isPublic: boolean) => void; dialog: ReactNode } {
  const publishing = usePublish(contest.id)
  const [doubt, setDoubt] = useState<string | null>(null)
  const publish = (isPublic: boolean) => {
    const found = isPublic ? doubtOfPublishing(contest, serverNow()) : null
    if (found === null) publishing.mutate(isPublic)
    else setDoubt(found)
  }
  const close = () => setDoubt(null)
  const dialog = (
    <ConfirmDialog
      open={doubt !== null}
      onClose={close}
      onConfirm={() => {
        close()
        publishing.mutate(true)
      }}
      title={PUBLISH_TITLE}
      body={
        <>
          <p className="font-semibold text-ink">{contest.title}</p>
          <p className="mt-2">{doubt}</p>
        </>
      }
      confirmLabel={PUBLISH_ANYWAY}
    />
  )
  return { publish, dialog }
}
