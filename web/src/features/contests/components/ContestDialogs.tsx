/** Dialogs of one contest; whoever shows the contest says which is open. */
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Name } from '@/ui/Name'
import { END_NOW, END_TITLE, endText, goneWith } from '../messages'
import type { Contest } from '../model'
import { useAskAgain, useDeleteContest, useEndNow } from '../mutations'
import { AddQuestionsModal } from './AddQuestionsModal'
import { DetailsModal } from './DetailsModal'
import { GenerationModal } from './GenerationModal'
import { InvitationModal } from './InvitationModal'
import { TimeModal } from './TimeModal'

export type Dialog = 'questions' | 'generation' | 'time' | 'details' | 'invite' | 'end' | 'delete'

type ContestDialogsProps = { contest: Contest; open: Dialog | null; onClose: () => void; onDeleted?: () => void }

export function ContestDialogs({ contest, open, onClose, onDeleted }: ContestDialogsProps) {
  const askAgain = useAskAgain()
  const deleting = useDeleteContest(contest.id, () => {
    onClose()
    onDeleted?.()
  })
  const ending = useEndNow(contest.id, onClose)
  return (
    <>
      <AddQuestionsModal contest={contest} open={open === 'questions'} onClose={onClose} onAdded={askAgain} />
      <GenerationModal contest={contest} open={open === 'generation'} onClose={onClose} onAdded={askAgain} />
      <TimeModal contest={contest} open={open === 'time'} onClose={onClose} />
      <InvitationModal contest={contest} open={open === 'invite'} onClose={onClose} />
      <DetailsModal contest={contest} open={open === 'details'} onClose={onClose} />
      <ConfirmDialog
        open={open === 'end'}
        onClose={onClose}
        onConfirm={() => ending.mutate()}
        busy={ending.isPending}
        danger
        title={END_TITLE}
        body={
          <>
            <p className="font-semibold text-ink">{contest.title}</p>
            <p className="mt-2">{endText(contest.participants)}</p>
          </>
        }
        confirmLabel={END_NOW}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onClose={onClose}
        onConfirm={() => deleting.mutate()}
        busy={deleting.isPending}
        danger
        title="Delete this contest?"
        body={
          <p>
            <span className="font-semibold text-ink">
              <Name>{contest.title}</Name>
            </span>
            {goneWith(contest.questionCount)} gone for good. The creation it took comes back, unless everybody has been
            told of the contest.
          </p>
        }
        confirmLabel="Delete contest"
      />
    </>
  )
}
