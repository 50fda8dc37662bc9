/**
 * /pricing: the three plans, a month or a year at a time. Guests see it too; choosing leads them through the log-in
 * and back to their choice. Where nothing is sold it says that creating is free.
 */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import { PeriodChoice } from '../components/PeriodChoice'
import { PlanBenefits } from '../components/PlanBenefits'
import { LastTry, PlanCard } from '../components/PlanCard'
import { usePurchase } from '../hooks/usePurchase'
import * as messages from '../messages'
import { type Period, PLANS, planOf } from '../model'

export default function PricingPage() {
  useTitle(messages.TITLE)
  const site = useSite()
  const { state } = useSession()
  // What is left of somebody's plans stands above those on sale, and would move them where it came later.
  const waits = !site.known || (site.billing && state === 'loading')
  return (
    <div className="wrap-page">
      {waits ? <Waiting /> : site.billing ? <Plans /> : <Free />}
      <PlanBenefits />
    </div>
  )
}

function Plans() {
  const session = useSession()
  const person = session.user
  const search = useSearch({ from: '/site/pricing' })
  const navigate = useNavigate()
  const period: Period = search.period === 'annual' ? 'annual' : 'monthly'
  const chosen = planOf(search.plan)
  const [buying, buy] = usePurchase(person)
  const signedIn = session.state === 'in'

  // Back from the log-in: the choice is where the focus is.
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!signedIn || !chosen) return
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'nearest' })
  }, [signedIn, chosen])

  const change = (next: Period) =>
    void navigate({
      ...paths.pricing(search.plan, next === 'annual' ? 'annual' : undefined),
      replace: true,
      resetScroll: false,
    })

  return (
    <>
      <header className="grid items-end gap-x-10 gap-y-6 pt-10 pb-8 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h1 className="max-w-[16ch] text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:max-w-none sm:text-3xl">
            {messages.HEADLINE}
          </h1>
          <p className="mt-4 max-w-[58ch] text-lg text-muted leading-normal">{messages.LEAD}</p>
          {person ? <Left contests={person.contestCredits} polls={person.pollCredits} /> : null}
        </div>
        <PeriodChoice value={period} onChange={change} />
      </header>
      <SandboxMark />
      <ul className="grid gap-4 md:grid-cols-3 md:gap-3 lg:gap-5">
        {PLANS.map((plan) => (
          <Fragment key={plan.id}>
            <PlanCard
              plan={plan}
              period={period}
              chosen={chosen === plan.id}
              buying={buying}
              onBuy={buy}
              button={chosen === plan.id ? button : undefined}
            />
            <LastTry plan={plan.id} buying={buying} />
          </Fragment>
        ))}
      </ul>
      <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-1 text-muted text-sm">
        {messages.SMALL_PRINT.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <Link {...paths.refunds()} className="link my-0 inline-flex min-h-11 items-center">
          {messages.REFUNDS}
        </Link>
        <Link {...paths.shipping()} className="link my-0 inline-flex min-h-11 items-center">
          {messages.SHIPPING}
        </Link>
      </p>
    </>
  )
}

function Left({ contests, polls }: { contests: number; polls: number }) {
  return (
    <p className="num mt-4 text-sm">
      {messages.left(contests, polls)}{' '}
      <Link {...paths.purchases()} className="link">
        {messages.PURCHASES_LINK}
      </Link>
    </p>
  )
}

function SandboxMark() {
  if (!useSite().testPayments) return null
  return (
    <p className="mb-5 flex items-start gap-3 rounded-card border border-amber/40 border-dashed bg-amber-soft px-4 py-3 text-sm">
      <FlaskConical aria-hidden="true" className="mt-px size-5 shrink-0 text-amber" />
      <span>
        <strong className="font-semibold text-amber">{messages.SANDBOX}</strong>
        <span className="block text-ink">{messages.SANDBOX_TEXT}</span>
      </span>
    </p>
  )
}

function Free() {
  return (
    <header className="max-w-[40rem] pt-10 pb-4 sm:pt-16">
      <h1 className="text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:text-3xl">{messages.FREE_TITLE}</h1>
      <p className="mt-4 text-lg text-muted leading-normal">{messages.FREE_TEXT}</p>
      <Link {...paths.createContest()} className={buttonClass({ variant: 'primary', className: 'mt-6' })}>
        {messages.FREE_CREATE}
      </Link>
    </header>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading plans" className="pt-10 sm:pt-14">
      <Skeleton className="h-12 w-full max-w-lg" />
      <Skeleton className="mt-4 h-6 w-full max-w-md" />
      <div className="mt-8 grid gap-4 pb-2 md:grid-cols-3">
        {['starter', 'pro', 'enterprise'].map((key) => (
          <Skeleton key={key} className="h-[31rem]" />
        ))}
      </div>
    </div>
  )
}
