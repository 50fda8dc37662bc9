/**
 * AI generation window of one contest. Closing it asks once while questions are being written or drafts are not saved;
 * those stay on this device either way.
 */
import { useState } from 'react'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Modal } from '@/ui/Modal'
import { Name } from '@/ui/Name'
import { countOf, GENERATION, lostByStopping } from '../messages'
import type { Contest } from '../model'
import { GenerationPanel, type Held } from './GenerationPanel'

type GenerationModalProps = { contest: Contest; open: boolean; onClose: () => void; onAdded: () => void }

const FREE: Held = { writing: null, drafts: 0, saving: false }

export function GenerationModal({ contest, open, onClose, onAdded }: GenerationModalProps) {
  const [held, setHeld] = useState(FREE)
  const [asking, setAsking] = useState(false)
  const { writing, drafts, saving } = held

  const leave = () => {
    setAsking(false)
    setHeld(FREE)
    onClose()
  }
  const close = () => {
    // A moment, and half of them may be in the contest already.
    if (saving) return
    if (writing !== null || drafts > 0) setAsking(true)
    else leave()
  }

  return (
    <Modal
      open={open}
      onClose={close}
      title={GENERATION}
      description={
        <span className="num">
          <Name>{contest.title}</Name> · {countOf(contest.questionCount, 'question', 'questions')}
        </span>
      }
      size="lg"
    >
      <GenerationPanel contest={contest} onHeld={setHeld} onAdded={onAdded} onDone={leave} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={leave}
        title={writing ? 'Stop generating?' : `${countOf(drafts, 'draft is', 'drafts are')} not saved`}
        body={
          writing
            ? lostByStopping(writing.written, writing.of, drafts)
            : 'They are not part of the contest yet. They stay on this device and are here when you open this window again.'
        }
        confirmLabel={writing ? 'Stop and close' : 'Close for now'}
        cancelLabel="Go back"
        safePrimary={writing !== null}
      />
    </Modal>
  )
}
