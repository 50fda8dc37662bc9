/**
 * /questionview/{contestId}: the questions of one contest with their answers, for its owner; an administrator reads
 * along. Once somebody has joined they are fixed, and the page says so.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ListPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Failure, failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { Empty } from '@/ui/Empty'
import { Notice } from '@/ui/Notice'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { keyedContestQuery } from './api'
import { useRemoveQuestion } from './changes'
import type { KeyedContest } from './model'
import { ContestDialogs, type Dialog } from './parts/ContestDialogs'
import { ContestHead } from './parts/ContestHead'
import { QuestionRow } from './parts/QuestionRow'
import { QUESTIONS_FAILED } from './words'

export default function QuestionsPage() {
  const { contestId } = useParams({ strict: false })
  const contest = useQuery(keyedContestQuery(contestId ?? ''))
  useTitle(contest.data?.title ?? 'Questions')
  return (
    <div className="wrap-page pb-8">
      {contest.isPending ? (
        <Waiting />
      ) : contest.isError ? (
        <div className="py-10">
          <h1 className="sr-only">Questions</h1>
          <Problem
            title="The questions did not load"
            text={failureText(contest.error, QUESTIONS_FAILED)}
            onRetry={isFinal(contest.error) ? undefined : () => void contest.refetch()}
            action={
              <Link {...paths.createContest()} className={buttonClass()}>
                Your Contests
              </Link>
            }
          />
        </div>
      ) : (
        <Loaded key={contest.data.id} contest={contest.data} />
      )}
    </div>
  )
}

/** Not here, or not for this person: asking again changes nothing. */
function isFinal(error: unknown): boolean {
  return error instanceof Failure && error.status >= 400 && error.status < 500
}

function Loaded({ contest }: { contest: KeyedContest }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [removing, setRemoving] = useState<{ id: string; number: number } | null>(null)
  const removal = useRemoveQuestion(contest.id, () => setRemoving(null))
  const open = contest.own && !contest.frozen
  const { questions } = contest

  return (
    <>
      <ContestHead
        contest={contest}
        onAdd={() => setDialog('questions')}
        onTime={() => setDialog('time')}
        onDetails={() => setDialog('details')}
      />
      <section aria-labelledby="questions" className="mt-10">
        <h2 id="questions" ref={heading} tabIndex={-1} className="text-xl outline-none">
          Questions{' '}
          {questions.length > 0 ? (
            <span className="num font-normal text-base text-muted">{questions.length}</span>
          ) : null}
        </h2>
        {contest.frozen ? (
          <Notice tone="sky" className="mt-4">
            Somebody has joined this contest, so its questions cannot be changed any more: everybody gets the same ones.
          </Notice>
        ) : null}
        {contest.own ? null : (
          <Notice tone="sky" className="mt-4">
            You read this as an administrator. Only the person who created the contest can change it.
          </Notice>
        )}
        {questions.length === 0 ? (
          <div className="mt-5">
            <Empty
              title="No questions yet"
              text="Write them one by one, or paste a list you already have."
              action={
                open ? (
                  <Button
                    variant="primary"
                    icon={<ListPlus aria-hidden="true" className="size-4.5" />}
                    onClick={() => setDialog('questions')}
                  >
                    Add questions
                  </Button>
                ) : null
              }
            />
          </div>
        ) : (
          <ol className="mt-2">
            {questions.map((question, i) => (
              <QuestionRow
                key={question.id}
                contestId={contest.id}
                question={question}
                number={i + 1}
                open={open}
                editing={open && editing === question.id}
                onEdit={() => setEditing(question.id)}
                onDone={() => setEditing(null)}
                onRemove={() => setRemoving({ id: question.id, number: i + 1 })}
              />
            ))}
          </ol>
        )}
        {open && questions.length > 4 ? (
          <Button
            className="mt-6"
            icon={<ListPlus aria-hidden="true" className="size-4.5" />}
            onClick={() => setDialog('questions')}
          >
            Add questions
          </Button>
        ) : null}
      </section>
      <ContestDialogs
        contest={contest}
        open={dialog}
        onClose={() => setDialog(null)}
        onDeleted={() => void navigate(paths.createContest())}
      />
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) removal.mutate(removing.id, { onSuccess: () => heading.current?.focus() })
        }}
        busy={removal.isPending}
        danger
        title={`Remove question ${removing?.number ?? ''}?`}
        body={questions.find((question) => question.id === removing?.id)?.text ?? ''}
        confirmLabel="Remove"
      />
    </>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the questions" className="pt-8 sm:pt-10">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="mt-5 h-9 w-96 max-w-full" />
      <Skeleton className="mt-3 h-12 w-[36rem] max-w-full" />
      <Skeleton className="mt-7 h-6 w-72 max-w-full rounded-full" />
      <Skeleton className="mt-5 h-20 w-full" />
      <Skeleton className="mt-5 h-11 w-80 max-w-full" />
      {['one', 'two', 'three'].map((key) => (
        <div key={key} className="mt-8 grid gap-3">
          <Skeleton className="h-6 w-[30rem] max-w-full" />
          <Skeleton className="h-14 w-full" />
        </div>
      ))}
    </div>
  )
}
