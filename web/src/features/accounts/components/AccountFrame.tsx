/**
 * Account frame: the page of an account form. The form is on the left where the eye starts; on a wide screen this
 * site's real numbers stand beside it. Whoever was logged out in the middle of a contest reads here that nothing is
 * lost.
 */
import { type ReactNode, useState } from 'react'
import { useSite } from '@/api/session'
import { unsent } from '@/lib/storage'
import { Alert } from '@/ui/Alert'
import { ANSWERS_WAIT } from '../messages'

type AccountFrameProps = { title: string; lead: ReactNode; children: ReactNode; foot?: ReactNode }

export function AccountFrame({ title, lead, children, foot }: AccountFrameProps) {
  const [waiting] = useState(() => unsent.read()?.length)
  return (
    <div className="wrap-page grid gap-x-20 py-10 sm:py-14 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="w-full max-w-[26rem]">
        <h1 className="text-[1.75rem] leading-[1.15] sm:text-2xl">{title}</h1>
        <div className="mt-2 text-muted">{lead}</div>
        {waiting ? (
          <Alert tone="sky" className="mt-6">
            {ANSWERS_WAIT}
          </Alert>
        ) : null}
        <div className="mt-8">{children}</div>
        {foot ? <div className="mt-8 border-line border-t pt-5 text-muted text-sm">{foot}</div> : null}
      </div>
      <Beside />
    </div>
  )
}

function Beside() {
  const { counts, instituteName } = useSite()
  const facts = counts
    ? [
        { n: counts.students, what: 'students' },
        { n: counts.contests, what: 'contests' },
        { n: counts.answers, what: 'answers given' },
      ].filter((fact) => fact.n > 0)
    : []
  return (
    <aside
      aria-label="About this site"
      className="hidden content-end self-stretch rounded-card bg-field p-10 text-field-ink lg:grid"
    >
      <p className="max-w-[18ch] font-[650] font-display text-2xl leading-[1.1] tracking-[-0.02em]">
        Everyone starts on the same second.
      </p>
      <p className="mt-4 max-w-[44ch] opacity-90">
        {instituteName ? `At ${instituteName}, ` : ''}
        {instituteName ? 'contests' : 'Contests'} run on the server’s clock, answers survive a lost network, and the
        board opens for all at once.
      </p>
      {facts.length > 0 ? (
        <dl className="mt-10 flex flex-wrap gap-x-10 gap-y-4 border-current/25 border-t pt-6">
          {facts.map((fact) => (
            <div key={fact.what} className="flex flex-col-reverse">
              <dt className="text-sm opacity-90">{fact.what}</dt>
              <dd className="num font-[650] font-display text-xl">{fact.n.toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </aside>
  )
}
