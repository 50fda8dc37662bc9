/** Contest head, above a contest's questions: its state, when it runs, who takes part, and what can be done. */
import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  CalendarClock,
  CircleStop,
  Globe,
  Link2,
  ListChecks,
  ListPlus,
  Pencil,
  Sparkles,
  Trophy,
} from 'lucide-react'
import { useState } from 'react'
import { useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Badge } from '@/ui/Badge'
import { Button, buttonClass } from '@/ui/Button'
import { PageHead } from '@/ui/PageHead'
import { ShareButton } from '@/ui/ShareButton'
import { notePreview, wasPreviewed } from '../contestDrafts'
import { questionsText } from '../drawMessages'
import { EDIT_DETAILS, END_NOW, GENERATION, INVITE, MARKS } from '../messages'
import { type KeyedContest, momentOf, nextStep, STATUS, shortId, spanOf, statusOf, stepsOf, windowText } from '../model'
import { rulesInFacts } from '../ruleChoices'
import { usePublishDialog } from './PublishDialog'
import { StepIndicator } from './StepIndicator'
import { VisibilityBadge } from './VisibilityBadge'

type ContestHeadProps = {
  contest: KeyedContest
  onAdd: () => void
  onGenerate: () => void
  onTime: () => void
  onEnd: () => void
  onDetails: () => void
  onInvite: () => void
}

const ICON = 'size-4.5'

export function ContestHead({ contest, onAdd, onGenerate, onTime, onEnd, onDetails, onInvite }: ContestHeadProps) {
  const now = useNow()
  const { timeZone } = useSite()
  const [previewed, setPreviewed] = useState(() => wasPreviewed(contest.id))
  const status = statusOf(contest, now)
  const { tone, word } = STATUS[status]
  const { publish, dialog } = usePublishDialog(contest)
  const next = contest.own ? nextStep(contest, now, previewed).key : 'wait'
  const as = (step: string) => (next === step ? 'primary' : 'secondary')
  const started = status !== 'upcoming' || contest.participants > 0
  const facts = [
    { term: 'Questions', value: questionsText(contest.questions.length, contest.questionsEach) },
    { term: 'Participants', value: contest.participants },
    { term: 'Open for', value: spanOf(contest) },
    ...rulesInFacts(contest),
  ]

  return (
    <>
      <PageHead
        back={
          <Link
            {...(contest.own ? paths.createContest() : asLeft(paths.contests()))}
            className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {contest.own ? 'Your Contests' : 'All Contests'}
          </Link>
        }
        title={contest.title}
        lead={contest.description ? <p className="whitespace-pre-line">{contest.description}</p> : null}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{word}</Badge>
        <VisibilityBadge contest={contest} fixed={!contest.own} />
        <span className="num font-mono text-muted text-xs">{shortId(contest.id)}</span>
        <span
          className="num font-semibold text-[0.9375rem]"
          title={`${localTimes(contest.startsAt)} to ${localTimes(contest.endsAt)}`}
        >
          {momentOf(contest, now, timeZone)}
        </span>
      </div>
      <div className="mt-5 grid gap-x-12 gap-y-5 border-line border-y py-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-center">
        <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
          <div className="max-sm:basis-full">
            <dt className="text-muted">Runs</dt>
            <dd
              className="num font-semibold"
              title={`${localTimes(contest.startsAt)} to ${localTimes(contest.endsAt)}`}
            >
              {windowText(contest, timeZone)}
            </dd>
          </div>
          {facts.map((fact) => (
            <div key={fact.term}>
              <dt className="text-muted">{fact.term}</dt>
              <dd className="num font-semibold">{fact.value}</dd>
            </div>
          ))}
          {contest.marksShown ? (
            <div className="basis-full">
              <dt className="text-muted">{MARKS}</dt>
              <dd className="num max-w-[68ch]">{contest.marksShown}</dd>
            </div>
          ) : null}
        </dl>
        {contest.own ? <StepIndicator steps={stepsOf(contest, now, previewed)} /> : null}
      </div>
      {dialog}
      <div className="mt-5 flex flex-wrap gap-3">
        {contest.own && !contest.frozen ? (
          <>
            <Button variant={as('questions')} icon={<ListPlus aria-hidden="true" className={ICON} />} onClick={onAdd}>
              Add questions
            </Button>
            <Button icon={<Sparkles aria-hidden="true" className={ICON} />} onClick={onGenerate}>
              {GENERATION}
            </Button>
          </>
        ) : null}
        {contest.questions.length > 0 ? (
          <Link
            {...paths.previewContest(contest.id)}
            onClick={() => {
              notePreview(contest.id)
              setPreviewed(true)
            }}
            className={buttonClass({ variant: as('preview') })}
          >
            <ListChecks aria-hidden="true" className={ICON} />
            Preview
          </Link>
        ) : null}
        {next === 'publish' ? (
          <Button variant="primary" icon={<Globe aria-hidden="true" className={ICON} />} onClick={() => publish(true)}>
            Make public
          </Button>
        ) : null}
        {contest.own && status !== 'ended' ? (
          <Button icon={<Link2 aria-hidden="true" className={ICON} />} onClick={onInvite}>
            {INVITE}
          </Button>
        ) : null}
        {contest.isPublic ? <ShareButton title={contest.title} path={hrefOf(paths.myContest(contest.id))} /> : null}
        {started ? (
          <Link
            {...paths.result(contest.id)}
            className={buttonClass({ variant: status === 'active' ? as('results') : 'secondary' })}
          >
            <Trophy aria-hidden="true" className={ICON} />
            {status === 'ended' ? 'Results' : 'Live Results'}
          </Link>
        ) : null}
        {contest.own ? (
          <>
            {status === 'ended' ? null : (
              <Button icon={<CalendarClock aria-hidden="true" className={ICON} />} onClick={onTime}>
                Change time
              </Button>
            )}
            {status === 'active' ? (
              <Button icon={<CircleStop aria-hidden="true" className={ICON} />} onClick={onEnd}>
                {END_NOW}
              </Button>
            ) : null}
            <Button variant="ghost" icon={<Pencil aria-hidden="true" className={ICON} />} onClick={onDetails}>
              {EDIT_DETAILS}
            </Button>
          </>
        ) : null}
      </div>
    </>
  )
}
