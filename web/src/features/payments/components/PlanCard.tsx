/** Plan card: what a plan brings, what it costs, the button to buy it; beside it what became of the last try. */
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type Ref, useEffect, useId, useRef } from 'react'
import { useSession } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { Alert } from '@/ui/Alert'
import { Badge } from '@/ui/Badge'
import { Button, buttonClass } from '@/ui/Button'
import type { PurchaseState } from '../hooks/usePurchase'
import * as messages from '../messages'
import { MONTHS, type Offer, offerOf, type Period, type Plan, type PlanId, rupees } from '../model'
import { PlanDrawing } from './PlanDrawing'

type PlanCardProps = {
  plan: Plan
  period: Period
  chosen: boolean
  buying: PurchaseState
  onBuy: (offer: Offer) => void
  button?: Ref<HTMLButtonElement>
}

export function PlanCard({ plan, period, chosen, buying, onBuy, button }: PlanCardProps) {
  const title = useId()
  const offer = offerOf(plan, period)
  return (
    <li
      aria-labelledby={title}
      className={cx(
        'relative flex flex-col rounded-card border bg-surface p-5 lg:p-6',
        plan.popular ? 'border-lawn' : 'border-line',
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 id={title} className="text-lg">
          {messages.PLAN_NAMES[plan.id]}
        </h2>
        <span className="flex flex-wrap justify-end gap-1.5">
          {chosen ? <Badge tone="lawn">{messages.YOUR_CHOICE}</Badge> : null}
          {plan.popular ? <Badge tone="marigold">{messages.POPULAR}</Badge> : null}
        </span>
      </div>
      <p className="mt-1 text-muted text-sm md:max-lg:min-h-[2.6rem]">{messages.FOR_WHOM[plan.id]}</p>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)_clamp(6rem,28vw,10rem)] items-end gap-x-4 gap-y-2 md:grid-cols-1 md:gap-y-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="num font-[680] font-display text-3xl tracking-[-0.03em]">{rupees(offer.rupees * 100)}</span>
          <span className="text-muted max-md:text-sm">{messages.PAID_ONCE}</span>
        </p>
        <div className="md:order-last md:mt-4 md:border-line md:border-t md:pt-5">
          <PlanDrawing plan={plan} period={period} />
        </div>
        <Saving offer={offer} plan={plan} />
      </div>
      <p className="num mt-3 font-semibold max-md:border-line max-md:border-t max-md:pt-3">
        {messages.creations(offer.contests, offer.polls)}
      </p>
      <ul className="mt-3 mb-6 grid gap-1.5 text-sm">
        {messages.FEATURES[plan.id].map((feature) => (
          <li key={feature} className="flex items-start gap-2 text-muted">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-lawn" />
            {feature}
          </li>
        ))}
        {plan.id === 'enterprise' ? (
          <li className="pl-6 text-muted">
            {messages.MORE_THAN_THAT}{' '}
            <Link {...paths.contact('sales')} className="link link-lone">
              {messages.CONTACT_SALES}
            </Link>
          </li>
        ) : null}
      </ul>
      <div className="mt-auto grid">
        <BuyButton plan={plan} offer={offer} buying={buying} onBuy={onBuy} button={button} />
      </div>
    </li>
  )
}

function Saving({ offer, plan }: { offer: Offer; plan: Plan }) {
  const saved = rupees(offer.saving * 100)
  return (
    <p className="num text-sm max-md:col-span-2">
      {offer.period === 'annual' ? (
        <>
          <span className="font-semibold text-lawn">{messages.saving(saved)}</span>{' '}
          <span className="text-muted">{messages.insteadOf(rupees(plan.rupees * MONTHS * 100))}</span>
        </>
      ) : (
        <span className="text-muted">{messages.annualHint(rupees(offerOf(plan, 'annual').rupees * 100), saved)}</span>
      )}
    </p>
  )
}

type BuyButtonProps = Pick<PlanCardProps, 'plan' | 'buying' | 'onBuy' | 'button'> & { offer: Offer }

function BuyButton({ plan, offer, buying, onBuy, button }: BuyButtonProps) {
  const session = useSession()
  const word = plan.popular ? messages.START : messages.CHOOSE
  const name = `${word}: ${messages.planTitle(plan.id, offer.period)}`
  const variant = plan.popular ? 'primary' : 'secondary'
  if (session.state === 'out') {
    const back = hrefOf(paths.pricing(plan.id, offer.period === 'annual' ? 'annual' : undefined))
    return (
      <Link {...paths.login(back)} aria-label={name} className={buttonClass({ variant })}>
        {word}
      </Link>
    )
  }
  const mine = 'plan' in buying && buying.plan === plan.id
  const busy = buying.step === 'starting' || buying.step === 'open' || buying.step === 'confirming'
  const busyWord = { starting: messages.OPENING, open: messages.PAYING, confirming: messages.CONFIRMING }
  return (
    <Button
      ref={button}
      variant={variant}
      busy={session.state === 'loading' || (busy && mine)}
      disabled={busy && !mine}
      aria-label={busy && mine ? undefined : name}
      onClick={() => onBuy(offer)}
    >
      {busy && mine ? busyWord[buying.step] : word}
    </Button>
  )
}

/** What became of the last try: below its card on a phone, below all three where they stand side by side. */
export function LastTry({ plan, buying }: { plan: PlanId; buying: PurchaseState }) {
  const here = useRef<HTMLLIElement>(null)
  const isOver = buying.step === 'failed' || buying.step === 'closed'
  const isHere = isOver && buying.plan === plan
  // Below the cards, so perhaps out of sight.
  useEffect(() => {
    if (isHere) here.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  if (!isOver || !isHere) return null
  return (
    <li ref={here} className="scroll-my-4 md:order-last md:col-span-3">
      {buying.step === 'failed' ? (
        <Alert tone="brick">{buying.text}</Alert>
      ) : (
        <Alert tone={buying.declined === null ? 'sky' : 'amber'}>
          {messages.PLAN_NAMES[plan]}:{' '}
          {buying.declined === null ? messages.DISMISSED : messages.declined(buying.declined)} {messages.ALREADY_PAID}{' '}
          <Link {...paths.paymentSuccess(buying.order)} className="link whitespace-nowrap">
            {messages.SEE_ORDER}
          </Link>
        </Alert>
      )}
    </li>
  )
}
