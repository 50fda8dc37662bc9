/**
 * Answer clusters: what was typed as the answer to a question, those that count alike together, the most frequent first. For its owner
 * each text leads into the correction that counts it as right, or no more.
 */
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { percentText } from '@/lib/percentText'
import { Button } from '@/ui/Button'
import { alsoTyped, COUNT_AS_RIGHT, otherAnswersText, rightIs, TAKE_BACK } from '../messages'
import { type AnswerCluster, percent, plural, type QuestionAnalysis } from '../model'
import { ENOUGH_ANSWERS } from '../questionAnalysis'

type AnswerClustersProps = {
  question: QuestionAnalysis
  clusters: readonly AnswerCluster[]
  number: number
  /** The contest, once its owner can correct its keys. */
  correctable: string | null
}

/** So many at first, and so many more than are not worth a press. */
const FIRST = 8
const FEW = 2

export function AnswerClusters({ question, clusters, number, correctable }: AnswerClustersProps) {
  const { answered, marking, typed, otherAnswers = 0, accepted = [] } = question
  const [all, setAll] = useState(false)
  const shown = all || clusters.length <= FIRST + FEW ? clusters : clusters.slice(0, FIRST)
  const left = clusters.length - shown.length
  // A number is right by its distance from the key, which is corrected as a whole.
  const changes = correctable !== null && typed === 'text' && marking === 'key' ? correctable : null
  return (
    <div className="grid gap-2.5">
      {marking === 'key' && accepted.length > 0 ? (
        <p className="ink num wrap-anywhere whitespace-pre-wrap text-sm">{rightIs(accepted)}</p>
      ) : null}
      <ul className="grid gap-2.5">
        {shown.map((cluster) => (
          <Cluster
            key={cluster.text}
            cluster={marking === 'key' ? cluster : { ...cluster, accepted: false }}
            share={percent(cluster.count, answered)}
            few={answered < ENOUGH_ANSWERS}
            of={changes === null ? null : { contest: changes, question: question.id, number }}
          />
        ))}
      </ul>
      {left > 0 ? (
        <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          Show {left} more
        </Button>
      ) : null}
      {otherAnswers > 0 && left === 0 ? (
        <p className="num text-muted text-sm">{otherAnswersText(otherAnswers)}</p>
      ) : null}
    </div>
  )
}

type ClusterProps = {
  cluster: AnswerCluster
  share: number
  few: boolean
  /** Where it can be changed what is right. */
  of: { contest: string; question: string; number: number } | null
}

function Cluster({ cluster, share, few, of }: ClusterProps) {
  const { text, spellings, count, accepted } = cluster
  const others = spellings.filter((one) => one !== text)
  return (
    <li className="text-sm">
      <p className="flex items-baseline gap-2">
        <span className={cx('wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap', accepted && 'font-semibold')}>
          <span className="ink">{text}</span>{' '}
          {accepted ? (
            <span className="inline-flex translate-y-px items-center gap-0.5 whitespace-nowrap font-semibold text-lawn text-xs">
              <Check aria-hidden="true" className="size-3.5" />
              right
            </span>
          ) : null}
        </span>
        <span className="num shrink-0 text-right">
          {few ? (
            plural(count, 'answer')
          ) : (
            <>
              {percentText(share)}
              <span className="sr-only">, {plural(count, 'answer')}</span>
            </>
          )}
        </span>
      </p>
      <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-grey-soft">
        <div
          className={cx('h-full rounded-full', accepted ? 'bg-lawn' : 'bg-line-strong')}
          style={{ width: `${share}%` }}
        />
      </div>
      {others.length > 0 || of ? (
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="ink wrap-anywhere min-w-0 flex-1 basis-40 whitespace-pre-wrap text-muted text-xs">
            {others.length > 0 ? alsoTyped(others) : ''}
          </p>
          {of ? (
            <Link
              {...paths.questions(of.contest, of.question, accepted ? { refuse: text } : { accept: text })}
              aria-label={`${accepted ? TAKE_BACK : COUNT_AS_RIGHT}: “${text}” in question ${of.number}`}
              className="link relative after:absolute after:-inset-x-1 after:-inset-y-3 after:content-['']"
            >
              {accepted ? TAKE_BACK : COUNT_AS_RIGHT}
            </Link>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
