/**
 * /questionview/{contestId}: the questions of one contest with their answers, for its owner; an administrator reads
 * along. Once somebody has joined they are fixed, and the page says so; after the end the owner can correct their keys,
 * `?correct=` begins with one of them, `&accept=` or `&refuse=` with what becomes of an answer that was typed.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ListPlus, Sparkles } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { hasMarks } from '@/api/contestRules'
import { failureText, isRefusal } from '@/api/failure'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { mathsOf } from '@/lib/maths'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { Button, buttonClass } from '@/ui/Button'
import { CodeText } from '@/ui/CodeText'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { MathsProvider } from '@/ui/MathsProvider'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { keyedContestQuery } from '../api'
import { ContestDialogs, type Dialog } from '../components/ContestDialogs'
import { ContestHead } from '../components/ContestHead'
import { CorrectionLog } from '../components/CorrectionLog'
import { CorrectionModal, type KeyChange } from '../components/CorrectionModal'
import { DrawSection } from '../components/DrawSection'
import { QuestionRow } from '../components/QuestionRow'
import { TimeSection } from '../components/TimeSection'
import { questionChanges } from '../contestDrafts'
import { useHasContestEnded } from '../hooks/useHasContestEnded'
import { useLiveOwnContest } from '../hooks/useLiveOwnContest'
import { FIXED_CORRECTABLE, GENERATION, PAPERS_FIXED, QUESTIONS_FAILED, READ_ALONG } from '../messages'
import type { KeyedContest } from '../model'
import { useRemoveQuestion } from '../mutations'

export default function QuestionsPage() {
  const { contestId } = useParams({ strict: false })
  const contest = useQuery(keyedContestQuery(contestId ?? ''))
  // Known behind the guard of the page.
  const userId = useSession().user?.id
  useTitle(contest.data?.title ?? 'Questions')
  return (
    <div className="wrap-page pb-8">
      {contest.isPending || !userId ? (
        <Waiting />
      ) : contest.isError && (isRefusal(contest.error) || !contest.data) ? (
        <div className="py-10">
          <h1 className="sr-only">Questions</h1>
          {isRefusal(contest.error) ? (
            <EmptyState
              title="Only the organiser sees these questions"
              text={failureText(contest.error, QUESTIONS_FAILED)}
              action={<OwnContests />}
            />
          ) : (
            <ErrorState
              title="The questions did not load"
              text={failureText(contest.error, QUESTIONS_FAILED)}
              onRetry={() => void contest.refetch()}
              action={<OwnContests />}
            />
          )}
        </div>
      ) : (
        <Loaded key={contest.data.id} contest={contest.data} userId={userId} />
      )}
    </div>
  )
}

function OwnContests() {
  return (
    <Link {...paths.createContest()} className={buttonClass()}>
      Your Contests
    </Link>
  )
}

type Correcting = { turn: number; questionId: string; open: boolean; done: boolean; change?: KeyChange }

function Loaded({ contest, userId }: { contest: KeyedContest; userId: string }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const open = contest.own && !contest.frozen
  const [editing, setEditing] = useState(() => (open ? (questionChanges(contest.id, userId).read()?.id ?? null) : null))
  const [removing, setRemoving] = useState<{ id: string; number: number } | null>(null)
  const removal = useRemoveQuestion(contest.id, () => setRemoving(null))
  // What was entered survives a window closed by accident; once applied, the next one begins afresh by its `turn`.
  const [correcting, setCorrecting] = useState<Correcting>({ turn: 0, questionId: '', open: false, done: false })
  const ended = useHasContestEnded(contest.endsAt)
  useLiveOwnContest(contest, !ended)
  const marks = hasMarks(contest)
  const marked = ended && contest.frozen
  const correctable = marked && contest.own
  const { correct, accept, refuse } = useSearch({ strict: false })
  const { questions } = contest
  const maths = useMemo(() => mathsOf(questions), [questions])

  useEffect(() => {
    // A link from the results leads to one question; the browser looked for it before it was there.
    const linked = window.location.hash.slice(1)
    const row = linked ? document.getElementById(linked) : null
    row?.scrollIntoView({ block: 'start' })
    row?.querySelector('button')?.focus({ preventScroll: true })
  }, [])

  const begin = useEffectEvent((questionId: string) => {
    const text = accept ?? refuse
    const change = text === undefined ? undefined : { text, isRight: accept !== undefined }
    // Not once more after a reload or by Back.
    const here = { ...paths.questions(contest.id), hash: true, replace: true, resetScroll: false } as const
    void navigate(here).then(() => {
      if (!correctable) return
      setCorrecting(({ turn, done }) => ({ turn: change ? turn + 1 : turn, questionId, open: true, done, change }))
    })
  })
  useEffect(() => {
    if (correct) begin(correct)
  }, [correct])

  return (
    <MathsProvider maths={maths}>
      <ContestHead
        contest={contest}
        onAdd={() => setDialog('questions')}
        onGenerate={() => setDialog('generation')}
        onTime={() => setDialog('time')}
        onEnd={() => setDialog('end')}
        onDetails={() => setDialog('details')}
        onInvite={() => setDialog('invite')}
      />
      <section aria-labelledby="questions" className="mt-10">
        <h2 id="questions" ref={heading} tabIndex={-1} className="text-xl outline-none">
          Questions{' '}
          {questions.length > 0 ? (
            <span className="num font-normal text-base text-muted">{questions.length}</span>
          ) : null}
        </h2>
        {contest.frozen ? (
          <Alert tone="sky" className="mt-4">
            {correctable
              ? FIXED_CORRECTABLE
              : contest.questionsEach === undefined
                ? 'Somebody has joined this contest, so its questions cannot be changed any more: everybody gets the same ones.'
                : PAPERS_FIXED}
          </Alert>
        ) : null}
        {contest.own ? null : (
          <Alert tone="sky" className="mt-4">
            {READ_ALONG}
          </Alert>
        )}
        {questions.length === 0 ? (
          <div className="mt-5">
            <EmptyState
              title="No questions yet"
              text="Write them one by one, paste a list you already have, or have some generated to choose from."
              action={
                open ? (
                  <>
                    <Button
                      variant="primary"
                      icon={<ListPlus aria-hidden="true" className="size-4.5" />}
                      onClick={() => setDialog('questions')}
                    >
                      Add questions
                    </Button>
                    <Button
                      icon={<Sparkles aria-hidden="true" className="size-4.5" />}
                      onClick={() => setDialog('generation')}
                    >
                      {GENERATION}
                    </Button>
                  </>
                ) : null
              }
            />
          </div>
        ) : (
          <ol className="mt-2">
            {renderRows('li', questions, (question, i) => (
              <QuestionRow
                key={question.id}
                contestId={contest.id}
                userId={userId}
                question={question}
                number={i + 1}
                rules={contest}
                open={open}
                correctable={correctable}
                // One that is open stays: what was typed there is not taken away because somebody joins.
                editing={contest.own && editing === question.id}
                onEdit={() => setEditing(question.id)}
                onDone={() => setEditing(null)}
                onRemove={() => setRemoving({ id: question.id, number: i + 1 })}
                onCorrect={() =>
                  setCorrecting(({ turn, done }) => ({
                    turn: done ? turn + 1 : turn,
                    questionId: question.id,
                    open: true,
                    done: false,
                  }))
                }
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
      <DrawSection contest={contest} />
      <TimeSection contest={contest} />
      {marked ? <CorrectionLog contestId={contest.id} hasMarks={marks} questions={questions} /> : null}
      <CorrectionModal
        key={`${correcting.questionId} ${correcting.turn}`}
        contestId={contest.id}
        question={questions.find((question) => question.id === correcting.questionId)}
        number={questions.findIndex((question) => question.id === correcting.questionId) + 1}
        hasMarks={marks}
        change={correcting.change}
        open={correcting.open}
        onClose={() => setCorrecting((now) => ({ ...now, open: false }))}
        onDone={() => setCorrecting((now) => ({ ...now, open: false, done: true }))}
      />
      <ContestDialogs
        contest={contest}
        open={dialog}
        onClose={() => setDialog(null)}
        onDeleted={() => void navigate(paths.createContest())}
      />
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) removal.mutate(removing.id, { onSuccess: () => heading.current?.focus() })
        }}
        busy={removal.isPending}
        danger
        title={`Remove question ${removing?.number ?? ''}?`}
        body={
          <CodeText
            text={questions.find((question) => question.id === removing?.id)?.text ?? ''}
            lead={(words) => <p>{words}</p>}
          />
        }
        confirmLabel="Remove"
      />
    </MathsProvider>
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
