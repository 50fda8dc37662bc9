/**
 * Fairness report, for the owner and ADMIN of a contest that mixes questions or options, once its results are final: right answers by where a
 * question stood, chosen options by where they stood, and a warning in words where chance would hardly do that. The server decides so.
 */
import { useQuery } from '@tanstack/react-query'
import { failureText } from '@/api/failure'
import { Alert } from '@/ui/Alert'
import { Card } from '@/ui/Card'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { fairnessQuery } from '../api'
import type { Fairness } from '../model'
import {
  BY_PAPER,
  byChance,
  EACH_PLACE,
  FAIRNESS,
  FAIRNESS_FAILED,
  FEW_FOR_PAPERS,
  FEW_FOR_REPORT,
  OF_MIXED,
  OF_PAPERS,
  ONLY_CHANCE,
  OPTIONS_BY_PLACE,
  ofThose,
  PAPERS_ALIKE,
  paperNamed,
  peopleText,
  placesFrom,
  QUESTIONS_BY_PLACE,
  rightOf,
  shareText,
  THIRDS,
} from '../orderMessages'

type FairnessReportProps = {
  contestId: string
  /** Nothing was mixed: it is about papers alone. */
  ofPapers?: boolean
}

export function FairnessReport({ contestId, ofPapers = false }: FairnessReportProps) {
  const report = useQuery(fairnessQuery(contestId))
  return (
    <section aria-labelledby="fairness" className="mt-10">
      <h2 id="fairness" className="text-xl">
        {ofPapers ? PAPERS_ALIKE : FAIRNESS}
      </h2>
      {report.data ? (
        <Shown report={report.data} />
      ) : report.isError ? (
        <ErrorState
          title={FAIRNESS}
          text={failureText(report.error, FAIRNESS_FAILED)}
          onRetry={() => void report.refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading the report" className="mt-4">
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
    </section>
  )
}

function Shown({ report: { tookPart, positions, options, variants } }: { report: Fairness }) {
  return (
    <>
      <p className="num mt-1 max-w-[68ch] text-muted text-sm">{ofThose(tookPart)}</p>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        {positions ? <Positions {...positions} /> : null}
        {options ? <Places {...options} /> : null}
        {variants ? <Papers {...variants} /> : null}
      </div>
    </>
  )
}

type VerdictProps = { isEnough: boolean; warning: string | null; few?: string }

function Verdict({ isEnough, warning, few = FEW_FOR_REPORT }: VerdictProps) {
  if (warning !== null) return <Alert tone="amber">{warning}</Alert>
  return <p className="text-sm">{isEnough ? ONLY_CHANCE : few}</p>
}

type RowProps = { name: string; more: string; share: number | null; counted: string }

function Row({ name, more, share, counted }: RowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 text-sm">
      <dt className="min-w-0">
        {name} {more ? <span className="text-muted">{more}</span> : null}
      </dt>
      <dd className="num text-right">
        {share === null ? '' : shareText(share)} <span className="text-muted">{counted}</span>
      </dd>
    </div>
  )
}

function Positions({ thirds, each, isEnough, warning }: NonNullable<Fairness['positions']>) {
  return (
    <Card className="grid min-w-0 gap-3">
      <h3 className="text-base">{QUESTIONS_BY_PLACE}</h3>
      <Verdict isEnough={isEnough} warning={warning} />
      <dl className="grid gap-1.5">
        {thirds.map(({ from, to, share, right, asked }, at) => (
          <Row
            key={from}
            name={THIRDS[at] ?? ''}
            more={placesFrom(from, to)}
            share={share}
            counted={rightOf(right, asked)}
          />
        ))}
      </dl>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-medium text-sm">{EACH_PLACE}</summary>
        <dl className="grid gap-1.5">
          {each.map(({ from, share, right, asked }) => (
            <Row key={from} name={placesFrom(from, from)} more="" share={share} counted={rightOf(right, asked)} />
          ))}
        </dl>
      </details>
    </Card>
  )
}

function Papers({ papers, isEnough, warning }: NonNullable<Fairness['variants']>) {
  return (
    <Card className="grid min-w-0 gap-3">
      <h3 className="text-base">{BY_PAPER}</h3>
      <Verdict isEnough={isEnough} warning={warning} few={FEW_FOR_PAPERS} />
      <dl className="grid gap-1.5">
        {papers.map(({ variant, people, facility }) => (
          <Row key={variant} name={paperNamed(variant)} more="" share={facility} counted={peopleText(people)} />
        ))}
      </dl>
      <p className="text-muted text-sm">{OF_PAPERS}</p>
    </Card>
  )
}

function Places({ places, isEnough, warning }: NonNullable<Fairness['options']>) {
  return (
    <Card className="grid min-w-0 gap-3">
      <h3 className="text-base">{OPTIONS_BY_PLACE}</h3>
      <Verdict isEnough={isEnough} warning={warning} />
      <dl className="grid gap-1.5">
        {places.map(({ letter, chosen, share, expected }) => (
          <Row key={letter} name={letter} more="" share={share} counted={`${chosen}, ${byChance(expected)}`} />
        ))}
      </dl>
      <p className="text-muted text-sm">{OF_MIXED}</p>
    </Card>
  )
}
