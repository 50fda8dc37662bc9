/**
 * First steps: what is still to set up in a new installation, how far each is and where it is done. Gone when all is done, but
 * under Operations while something is so by an administrator's word, which can be taken back there. On the start page it can be
 * hidden on this device, and stands under Operations then.
 */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Circle, CircleAlert, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { item } from '@/lib/storage'
import { Badge, type Tone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { toast } from '@/ui/toast'
import { firstStepsQuery, keepRegistrationOpen } from '../api'
import type { FirstStep } from '../model'
import * as messages from '../peopleMessages'

const hidden = item('firstStepsHidden')

const TONES: Record<FirstStep['state'], Tone> = { done: 'lawn', open: 'amber', broken: 'brick', looking: 'grey' }
const ICONS: Record<FirstStep['state'], typeof Check> = {
  done: Check,
  open: Circle,
  broken: CircleAlert,
  looking: LoaderCircle,
}

/** `mayHide`: on the start page. */
export function FirstSteps({ mayHide = false, className }: { mayHide?: boolean; className?: string }) {
  const found = useQuery(firstStepsQuery)
  const [isHidden, setHidden] = useState(() => mayHide && hidden.read() === '1')
  const { data, error } = found
  if (!data && error && !mayHide)
    return <p className="text-muted text-sm">{failureText(error, messages.FIRST_STEPS_FAILED)}</p>
  // What cannot be told stands in nobody's way on the start page.
  if (!data || isHidden || (data.done && (mayHide || !data.steps.some(({ kept }) => kept)))) return null
  const left = data.steps.filter(({ state }) => state !== 'done').length
  const hide = () => {
    hidden.write('1')
    setHidden(true)
    toast.success(messages.HIDDEN)
  }
  return (
    <Card as="section" aria-label={messages.FIRST_STEPS} className={className}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg">{messages.FIRST_STEPS}</h2>
          <p className="mt-1 text-muted text-sm">
            {messages.stepsLeft(left)}. {messages.FIRST_STEPS_LEAD}
          </p>
        </div>
        {mayHide ? (
          <Button size="sm" variant="ghost" onClick={hide}>
            {messages.HIDE}
          </Button>
        ) : null}
      </div>
      <ul className="mt-3">
        {data.steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ul>
    </Card>
  )
}

function Step({ step, state, says, settings, kept }: FirstStep) {
  const Icon = ICONS[state]
  const keeping = useMutation({
    mutationFn: keepRegistrationOpen,
    onSuccess: (_, keptOpen) => (keptOpen ? toast.success(messages.KEPT_OPEN) : undefined),
    onError: (error) => toast.error(failureText(error, messages.KEEP_OPEN_FAILED)),
  })
  const mayKeep = step === 'registration' && (kept || state === 'open')
  return (
    <li className="grid gap-x-4 gap-y-1 border-line border-b py-3 last:border-b-0 last:pb-0 sm:grid-cols-[12rem_minmax(0,1fr)_auto] sm:items-baseline">
      <p className="font-semibold">{messages.STEPS[step]}</p>
      {/* Two lines are kept for what is being looked at, so that nothing below moves. */}
      <div className="min-h-[2lh] min-w-0 text-sm sm:min-h-[1lh]">
        <p className="text-muted">{messages.sentence(says)}.</p>
        {state === 'done' || state === 'looking' ? null : step === 'clubs' ? (
          <Link {...paths.clubs()} className="link link-lone">
            {messages.TO_CLUBS}
          </Link>
        ) : (
          <p className="mt-0.5 flex flex-wrap gap-x-2 gap-y-1">
            {settings.map((setting) => (
              <code key={setting} className="rounded-control bg-sunk px-1.5">
                {setting}
              </code>
            ))}
          </p>
        )}
        {mayKeep ? (
          <Button size="sm" className="mt-2" busy={keeping.isPending} onClick={() => keeping.mutate(!kept)}>
            {kept ? messages.QUESTION_AGAIN : messages.KEEP_OPEN}
          </Button>
        ) : null}
      </div>
      <p className="order-first justify-self-start sm:order-none sm:justify-self-end">
        <Badge tone={TONES[state]} icon={<Icon aria-hidden="true" />}>
          {messages.STATES[state]}
        </Badge>
      </p>
    </li>
  )
}
