/** Dashboard lists. What ends soonest is the loudest; a result is its rank first. */
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { Children, Fragment, isValidElement, type ReactNode } from 'react'
import { paths } from '@/app/paths'
import { ContestActionButton } from '@/features/attempts/components/ContestActionButton'
import { count, type ListedContest, plural } from '@/features/attempts/model'
import { cx } from '@/lib/cx'
import { formatDay, formatNear, formatSpan, localTimes } from '@/lib/time'
import { Badge } from '@/ui/Badge'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { DayTile } from '@/ui/DayTile'
import { Progress } from '@/ui/Progress'
import { renderRows } from '@/ui/RowBoundary'

type Listed = { contests: ListedContest[] }

export function Section({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  return (
    <section aria-label={title} className={className}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

/** Small facts in a row; a line breaks between them, never inside one. */
export function Facts({ children }: { children: ReactNode }) {
  return Children.toArray(children).map((fact, i, all) => (
    <Fragment key={isValidElement(fact) ? fact.key : String(fact)}>
      <span className="whitespace-nowrap">
        {fact}
        {i + 1 < all.length ? ' ·' : ''}
      </span>{' '}
    </Fragment>
  ))
}

/** Green until fifteen minutes before the end, then amber, brick in the last five. */
function endColour(left: number): string {
  if (left <= 300_000) return 'text-brick'
  return left <= 900_000 ? 'text-amber' : 'text-lawn'
}

export function EndsIn({ contest, now }: { contest: ListedContest; now: number }) {
  if (contest.endsAt === null) return <span className="text-muted">Open end</span>
  const left = contest.endsAt - now
  return (
    <span className={cx('num', endColour(left))} title={localTimes(contest.endsAt)}>
      Ends in {formatSpan(left)}
    </span>
  )
}

export function InProgress({ contests, now }: Listed & { now: number }) {
  return (
    <Section title="In progress">
      <ul className="mt-4 grid gap-4">
        {renderRows('li', contests, (contest) => (
          <Card as="li" live key={contest.id} className="flex flex-wrap items-center gap-x-6 gap-y-4">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold">
                <EndsIn contest={contest} now={now} />
              </p>
              <h3 className="mt-1 text-lg">{contest.title}</h3>
              <p className="num mt-1 text-muted text-sm">
                {contest.answered} of {plural(contest.questionCount, 'question')} answered
              </p>
              <Progress
                className="mt-3 max-w-sm rounded-full"
                label="Questions answered"
                value={contest.answered}
                max={contest.questionCount}
              />
            </div>
            <Link {...paths.takeContest(contest.id)} className={buttonClass({ variant: 'primary' })}>
              Continue
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          </Card>
        ))}
      </ul>
    </Section>
  )
}

export function Running({ contests, now, zone }: Listed & { now: number; zone: string }) {
  if (contests.length === 0) return null
  return (
    <Section title="Running now">
      <ul className="mt-2">
        {renderRows('li', contests, (contest) => (
          <li
            key={contest.id}
            className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4.5 last:border-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <h3 id={`running-${contest.id}`} className="text-lg">
                {contest.title}
              </h3>
              <p className="num mt-1 text-muted text-sm">
                <Facts>
                  {contest.joined ? (
                    `Results ${formatNear(contest.endsAt, now, zone)}`
                  ) : (
                    <b className="font-semibold">
                      <EndsIn contest={contest} now={now} />
                    </b>
                  )}
                  {plural(contest.questionCount, 'question')}
                  {`${count(contest.participants)} taking part`}
                </Facts>
              </p>
            </div>
            {contest.joined ? (
              <Badge tone="lawn">Submitted</Badge>
            ) : (
              <ContestActionButton contest={contest} status="active" describedBy={`running-${contest.id}`} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Upcoming({ contests, now, zone }: Listed & { now: number; zone: string }) {
  if (contests.length === 0) return null
  return (
    <Section title="Next">
      <ul className="mt-2">
        {renderRows('li', contests, (contest) => (
          <li
            key={contest.id}
            className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-center gap-5 border-line border-b py-4.5 last:border-0"
          >
            <DayTile when={contest.startsAt} zone={zone} />
            <div>
              <h3 className="ink-free text-lg">
                <Link
                  {...paths.myContest(contest.id)}
                  className="relative inline-block py-1.5 after:absolute after:inset-x-0 after:-inset-y-3 hover:underline"
                >
                  <span className="ink-inside">{contest.title}</span>
                </Link>
              </h3>
              <p className="num mt-1 text-muted text-sm" title={localTimes(contest.startsAt)}>
                <Facts>
                  {`Starts ${formatNear(contest.startsAt, now, zone)}`}
                  {contest.startsAt !== null && contest.endsAt !== null
                    ? `open for ${formatSpan(contest.endsAt - contest.startsAt)}`
                    : null}
                  {plural(contest.questionCount, 'question')}
                </Facts>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function LastResults({ contests, zone }: Listed & { zone: string }) {
  return (
    <Section title="Your last results" className="content-start">
      {contests.length === 0 ? (
        <p className="mt-3 text-muted">After your first contest, its result appears here.</p>
      ) : (
        <ul className="mt-2">
          {renderRows('li', contests, (contest) => (
            <li key={contest.id} className="border-line border-b">
              <Link
                {...paths.result(contest.id)}
                className="group grid grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-3 py-3.5"
              >
                <Rank rank={contest.rank} />
                <span className="min-w-0">
                  <span className="ink block font-semibold leading-snug group-hover:text-lawn">{contest.title}</span>
                  <span className="num mt-0.5 block text-muted text-sm">
                    {contest.rank === null ? '' : `of ${contest.participants} · `}
                    {formatDay(contest.endsAt, zone)}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="ink-free mt-4 text-sm">
        <Link {...paths.myContests()} className="link link-lone">
          My Contests
        </Link>
      </p>
    </Section>
  )
}

function Rank({ rank }: { rank: number | null }) {
  const top = rank !== null && rank <= 3
  return (
    <span
      className={cx(
        'num grid h-11 place-items-center rounded-control font-[650] font-display text-lg',
        top ? 'bg-marigold text-marigold-ink' : 'bg-grey-soft text-ink',
      )}
    >
      <span className="sr-only">{rank === null ? 'No rank yet' : 'Rank '}</span>
      {rank ?? '–'}
    </span>
  )
}
