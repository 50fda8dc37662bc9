/** Dialog for adding questions to a contest: one at a time, or a list pasted from elsewhere. */
import { useId, useState } from 'react'
import { Modal } from '@/ui/Modal'
import { Name } from '@/ui/Name'
import { Tabs } from '@/ui/Tabs'
import { pasteDraft } from '../contestDrafts'
import { countOf } from '../messages'
import { type Contest, MAX_QUESTIONS } from '../model'
import { PasteList } from './PasteList'
import { QuestionWizard } from './QuestionWizard'

type AddQuestionsModalProps = { contest: Contest; open: boolean; onClose: () => void; onAdded: () => void }
type Way = 'one' | 'list'

const WAYS = [
  { value: 'one', label: 'One question' },
  { value: 'list', label: 'Paste a list' },
] as const

export function AddQuestionsModal({ contest, open, onClose, onAdded }: AddQuestionsModalProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Add questions"
      description={
        <span className="num">
          <Name>{contest.title}</Name> · {countOf(contest.questionCount, 'question', 'questions')}
        </span>
      }
      size="lg"
    >
      <Ways contest={contest} onAdded={onAdded} onDone={onClose} />
    </Modal>
  )
}

/** Mounted with the window: opens where work was left. */
function Ways({ contest, onAdded, onDone }: { contest: Contest; onAdded: () => void; onDone: () => void }) {
  const panel = useId()
  const [way, setWay] = useState<Way>(() => (pasteDraft(contest.id).read()?.text?.trim() ? 'list' : 'one'))
  const room = MAX_QUESTIONS - contest.questionCount
  return (
    <>
      <Tabs
        label="How to add"
        value={way}
        onChange={setWay}
        items={WAYS}
        panelId={panel}
        className="-mx-5 -mt-5 mb-5 px-2"
      />
      <div id={panel} role="tabpanel" aria-label={WAYS.find((each) => each.value === way)?.label}>
        {way === 'one' ? (
          <QuestionWizard contestId={contest.id} rules={contest} onAdded={onAdded} onDone={onDone} />
        ) : (
          <PasteList contestId={contest.id} room={room} onAdded={onAdded} onDone={onDone} />
        )}
      </div>
    </>
  )
}
