/** Marked questions in the dialog of handing in: those without an answer apart from those that count. */
import { Numbers } from '../room/SubmitDialog'
import { markedAnswered, markedBlank } from './messages'
import type { MarkedQuestionsProps } from './types'

export function MarkedQuestions({ marked, unanswered, onGo }: MarkedQuestionsProps) {
  const blank = marked.filter((index) => unanswered.includes(index))
  const answered = marked.filter((index) => !unanswered.includes(index))
  return (
    <>
      {blank.length > 0 ? <Numbers text={markedBlank(blank.length)} at={blank} onGo={onGo} /> : null}
      {answered.length > 0 ? <Numbers text={markedAnswered(answered.length)} at={answered} onGo={onGo} /> : null}
    </>
  )
}
