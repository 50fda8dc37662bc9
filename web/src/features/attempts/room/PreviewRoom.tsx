/** Preview room for the owner: the same screen from the owner's own data. Records nothing, and no clock runs. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { paths } from '@/app/paths'
import { formatClock } from '@/lib/time'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { Badge } from '@/ui/Badge'
import { ownPaperQuery } from '../api'
import { useChanging } from '../changing/useChanging'
import { ClockFace } from './Clock'
import { BACK_TO_QUESTIONS, NO_DATA, NOT_FOUND, PREVIEW, PREVIEW_TEXT, previewOfDrawn } from './messages'
import { type Given, setTrouble } from './model'
import { Loading, Oops } from './panels'
import { RoomFrame } from './RoomFrame'

export function PreviewRoom({ contest }: { contest: string }) {
  const { data, error, isPending, refetch } = useQuery(ownPaperQuery(contest))
  const navigate = useNavigate()
  const [given, setGiven] = useState<ReadonlyMap<string, Given>>(new Map())
  const changing = useChanging(data?.changing ?? false)
  useTitle(data ? `${PREVIEW}: ${data.title}` : PREVIEW)

  if (isPending || changing === null) return <Loading />
  if (!data) {
    const reason = hasCode(error, 'missing') ? NOT_FOUND : failureText(error, NO_DATA)
    return <Oops reason={reason} contest={contest} error={error} onRetry={() => void refetch()} />
  }
  const { questions, questionsEach, startsAt, endsAt } = data
  const trouble = setTrouble(questions)
  if (trouble || !questions) return <Oops reason={trouble ?? NO_DATA} contest={contest} />
  const leave = () => void navigate(paths.questions(contest))
  const length = startsAt !== null && endsAt !== null ? endsAt - startsAt : 0
  return (
    <RoomFrame
      user=""
      contest={contest}
      title={data.title}
      questions={questions}
      questionMarks={data.questionMarks}
      given={given}
      preview
      closed={false}
      clock={<ClockFace text={formatClock(length)} tone="lawn" />}
      state={
        <Badge tone="sky" icon={<Eye aria-hidden="true" />}>
          {PREVIEW}
        </Badge>
      }
      notice={
        <Alert tone="sky" className="mb-5 max-w-[68ch]">
          {questionsEach === undefined ? PREVIEW_TEXT : previewOfDrawn(questionsEach, questions.length)}
        </Alert>
      }
      submitLabel={BACK_TO_QUESTIONS}
      changing={changing}
      onChoose={({ id }, choice, places) => {
        const one: Given = { choice, places, state: 'saved', ...(changing ? { changeable: true } : {}) }
        setGiven((now) => new Map(now).set(id, one))
      }}
      tools={
        changing
          ? (question, one, forget) => (
              <changing.Tools
                {...{ question, forget }}
                given={one}
                closed={false}
                onClear={({ id }) => setGiven((now) => new Map([...now].filter(([other]) => other !== id)))}
              />
            )
          : undefined
      }
      onLeave={leave}
      onSubmit={leave}
    />
  )
}
