/** Own contests on the dashboard: those that run or are to come, each with its board and the way to manage it. */
import { Link } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { ContestActionButton } from '@/features/attempts/components/ContestActionButton'
import { count, type ListedContest, plural, statusAt } from '@/features/attempts/model'
import { formatNear } from '@/lib/time'
import { renderRows } from '@/ui/RowBoundary'
import { EndsIn, Facts, Section } from './DashboardLists'

const SHOWN = 4

export function OwnContests({ contests, now, zone }: { contests: ListedContest[]; now: number; zone: string }) {
  if (contests.length === 0) return null
  return (
    <Section title="Contests you run">
      <ul className="mt-2">
        {renderRows('li', contests.slice(0, SHOWN), (contest) => {
          const status = statusAt(contest, now)
          return (
            <li
              key={contest.id}
              className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4.5 last:border-0"
            >
              <div className="min-w-0 flex-1 basis-64">
                <h3 id={`own-${contest.id}`} className="text-lg">
                  {contest.title}
                </h3>
                <p className="num mt-1 text-muted text-sm">
                  <Facts>
                    {status === 'active' ? (
                      <b className="font-semibold">
                        <EndsIn contest={contest} now={now} />
                      </b>
                    ) : (
                      `Starts ${formatNear(contest.startsAt, now, zone)}`
                    )}
                    {plural(contest.questionCount, 'question')}
                    {status === 'active' ? `${count(contest.participants)} taking part` : null}
                    {contest.isPublic ? null : 'private'}
                  </Facts>
                </p>
              </div>
              <ContestActionButton contest={contest} status={status} describedBy={`own-${contest.id}`} />
            </li>
          )
        })}
      </ul>
      {contests.length > SHOWN ? (
        <p className="ink-free mt-4 text-sm">
          <Link {...paths.myContests()} className="link link-lone">
            All your contests
          </Link>
        </p>
      ) : null}
    </Section>
  )
}
