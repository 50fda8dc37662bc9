/**
 * Own contest card, for the organiser: its state, what it needs next, and everything that can be done with it. The next
 * useful step is the one filled button.
 */
import { Link } from '@tanstack/react-router'
import {
  CalendarClock,
  CircleStop,
  Eye,
  Link2,
  ListChecks,
  ListPlus,
  MoreHorizontal,
  Pencil,
  Share2,
  Sparkles,
  Trash2,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { marksInShort } from '@/api/contestRules'
import { useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Badge } from '@/ui/Badge'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Menu, MenuItem, MenuLine } from '@/ui/Menu'
import { SHARE, shareAddress } from '@/ui/ShareButton'
import { notePreview, wasPreviewed } from '../contestDrafts'
import { questionsText } from '../drawMessages'
import { useLiveOwnContest } from '../hooks/useLiveOwnContest'
import { EDIT_DETAILS, END_NOW, GENERATION, INVITATION, INVITE, MARKS } from '../messages'
import { type Contest, momentOf, nextStep, STATUS, shortId, spanOf, statusOf, stepsOf, windowText } from '../model'
import { ContestDialogs, type Dialog } from './ContestDialogs'
import { usePublishDialog } from './PublishDialog'
import { StepIndicator } from './StepIndicator'
import { VisibilityBadge } from './VisibilityBadge'

const TOOL =
  'flex min-h-12 items-center justify-center gap-1.5 whitespace-nowrap px-2 font-medium text-muted text-sm transition-colors duration-150 hover:bg-grey-soft hover:text-ink -outline-offset-2 [&_svg]:size-4 max-[359px]:[&_svg]:hidden'

/** `fresh`: it was made a moment ago, and this is where its maker should go on. */
export function OwnContestCard({ contest, fresh }: { contest: Contest; fresh?: boolean }) {
  const now = useNow()
  const { timeZone } = useSite()
  const card = useRef<HTMLLIElement>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [previewed, setPreviewed] = useState(() => wasPreviewed(contest.id))
  const status = statusOf(contest, now)
  useLiveOwnContest(contest, status === 'active')
  const { tone, word } = STATUS[status]
  const marks = marksInShort(contest)

  useEffect(() => {
    if (!fresh) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true })
  }, [fresh])

  const preview = () => {
    notePreview(contest.id)
    setPreviewed(true)
  }

  return (
    <Card as="li" live={status === 'active'} ref={card} className="flex flex-col overflow-hidden p-0">
      <article aria-label={contest.title} className="flex flex-1 flex-col">
        <div className="flex flex-1 flex-col p-5 pb-4 max-[359px]:px-4">
          <div className="flex items-center gap-2">
            <Badge tone={tone}>{word}</Badge>
            <VisibilityBadge contest={contest} />
            <span className="ml-auto flex items-center gap-2">
              <span className="num font-mono text-muted text-xs max-[359px]:hidden">{shortId(contest.id)}</span>
              <CardMenu contest={contest} running={status === 'active'} onChoose={setDialog} />
            </span>
          </div>
          <p
            className={cx('num mt-3 font-semibold text-[0.9375rem]', status === 'active' && 'text-lawn')}
            title={localTimes(status === 'upcoming' ? contest.startsAt : contest.endsAt)}
          >
            {momentOf(contest, now, timeZone)}
          </p>
          <h3 className="ink-free mt-2 text-lg leading-tight">
            <Link
              {...paths.questions(contest.id)}
              className="relative rounded-control after:absolute after:inset-x-0 after:-inset-y-3.5 after:content-[''] hover:underline"
            >
              <span className="ink-inside">{contest.title}</span>
            </Link>
          </h3>
          {contest.description ? <p className="mt-2 line-clamp-2 text-muted text-sm">{contest.description}</p> : null}
          <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <Fact term="Questions" value={questionsText(contest.questionCount, contest.questionsEach)} />
            <Fact term="Participants" value={contest.participants} />
            <Fact term="Open for" value={spanOf(contest)} />
            {marks === null ? null : <Fact term={MARKS} value={marks} />}
          </dl>
          <p
            className="num mt-3 text-muted text-sm"
            title={`${localTimes(contest.startsAt)} to ${localTimes(contest.endsAt)}`}
          >
            {windowText(contest, timeZone)}
          </p>
          <div className="mt-auto grid gap-3 pt-5">
            <StepIndicator steps={stepsOf(contest, now, previewed)} />
            <NextStep
              contest={contest}
              now={now}
              previewed={previewed}
              onAdd={() => setDialog('questions')}
              onInvite={() => setDialog('invite')}
              onPreview={preview}
            />
          </div>
        </div>
        <div className="grid grid-cols-2 border-line border-t [&>:nth-child(even)]:border-l [&>:nth-child(n+3)]:border-t [&>*]:border-line">
          <Link {...paths.questions(contest.id)} className={TOOL} aria-label={`View: ${contest.title}`}>
            <Eye aria-hidden="true" />
            View
          </Link>
          <button
            type="button"
            className={cx(TOOL, 'disabled:cursor-not-allowed disabled:opacity-55 disabled:hover:bg-transparent')}
            disabled={contest.frozen}
            title={contest.frozen ? 'Somebody joined: the questions are fixed' : undefined}
            onClick={() => setDialog('questions')}
          >
            <ListPlus aria-hidden="true" />
            Add question
          </button>
          <button
            type="button"
            className={cx(TOOL, 'disabled:cursor-not-allowed disabled:opacity-55 disabled:hover:bg-transparent')}
            disabled={contest.frozen}
            title={contest.frozen ? 'Somebody joined: the questions are fixed' : undefined}
            onClick={() => setDialog('generation')}
          >
            <Sparkles aria-hidden="true" />
            {GENERATION}
          </button>
          <button
            type="button"
            className={cx(TOOL, 'disabled:cursor-not-allowed disabled:opacity-55 disabled:hover:bg-transparent')}
            disabled={status === 'ended'}
            title={status === 'ended' ? 'It is over: its time cannot change any more' : undefined}
            onClick={() => setDialog('time')}
          >
            <CalendarClock aria-hidden="true" />
            Change time
          </button>
        </div>
      </article>
      <ContestDialogs contest={contest} open={dialog} onClose={() => setDialog(null)} />
    </Card>
  )
}

function Fact({ term, value }: { term: string; value: string | number }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="num font-semibold">{value}</dd>
    </div>
  )
}

type CardMenuProps = { contest: Contest; running: boolean; onChoose: (dialog: Dialog) => void }

function CardMenu({ contest, running, onChoose }: CardMenuProps) {
  const shared = { title: contest.title, path: hrefOf(paths.myContest(contest.id)) }
  const trigger = (
    <button
      type="button"
      aria-label={`More about ${contest.title}`}
      className="-my-2 -mr-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink"
    >
      <MoreHorizontal aria-hidden="true" className="size-5" />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Pencil aria-hidden="true" />} onClick={() => onChoose('details')}>
        {EDIT_DETAILS}
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden="true" />} onClick={() => onChoose('invite')}>
        {INVITATION}
      </MenuItem>
      {contest.isPublic ? (
        <MenuItem icon={<Share2 aria-hidden="true" />} onClick={() => void shareAddress(shared)}>
          {SHARE}
        </MenuItem>
      ) : null}
      <MenuLine />
      {running ? (
        <MenuItem icon={<CircleStop aria-hidden="true" />} onClick={() => onChoose('end')}>
          {END_NOW}
        </MenuItem>
      ) : null}
      {contest.frozen ? (
        <p className="max-w-56 px-3 py-2 text-muted text-sm">Somebody joined, so it cannot be deleted.</p>
      ) : (
        <MenuItem icon={<Trash2 aria-hidden="true" />} onClick={() => onChoose('delete')}>
          Delete
        </MenuItem>
      )}
    </Menu>
  )
}

type NextStepProps = {
  contest: Contest
  now: number
  previewed: boolean
  onAdd: () => void
  onInvite: () => void
  onPreview: () => void
}

function NextStep({ contest, now, previewed, onAdd, onInvite, onPreview }: NextStepProps) {
  const { publish, dialog } = usePublishDialog(contest)
  const { key, label, why } = nextStep(contest, now, previewed)
  const ended = statusOf(contest, now) === 'ended'
  const primary = buttonClass({ variant: ended || key === 'wait' ? 'secondary' : 'primary', className: 'w-full' })
  return (
    <>
      <p className="text-muted text-sm">{why}</p>
      {dialog}
      {key === 'questions' ? (
        <Button
          data-next
          variant="primary"
          className="w-full"
          icon={<ListPlus aria-hidden="true" className="size-4.5" />}
          onClick={onAdd}
        >
          {label}
        </Button>
      ) : key === 'publish' ? (
        <div className="flex flex-wrap gap-3">
          <Button data-next variant="primary" className="flex-1" onClick={() => publish(true)}>
            {label}
          </Button>
          <Button className="flex-1" onClick={onInvite}>
            {INVITE}
          </Button>
        </div>
      ) : key === 'results' ? (
        <Link data-next {...paths.result(contest.id)} className={primary}>
          {label}
        </Link>
      ) : (
        <Link data-next {...paths.previewContest(contest.id)} onClick={onPreview} className={primary}>
          <ListChecks aria-hidden="true" className="size-4.5" />
          {label}
        </Link>
      )}
    </>
  )
}
