/**
 * Payment cases, which an administrator must look at: what happened, what to do, and the decision, with a reason that
 * is kept. Nothing is shown while there is nothing to decide.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { isolated } from '@/lib/isolated'
import { formatDate, localTimes } from '@/lib/time'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { TextArea } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { toast } from '@/ui/toast'
import { casesQuery, decideCase, PAYMENTS_KEY } from '../api'
import * as messages from '../messages'
import type { Decision, PaymentCase } from '../model'
import { TestModeBadge } from './TestModeBadge'

const STEP = 10
const REASON_MAX = 200
const FORM_ID = 'decision'

type Asked = { about: PaymentCase; decision: Decision }

export function PaymentCases() {
  const [size, setSize] = useState(STEP)
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useQuery(casesQuery(size))
  if (list.isPending || (list.isSuccess && list.data.cases.length === 0)) return null
  return (
    <section aria-labelledby="cases" className="mb-10">
      <h2 id="cases" className="text-lg">
        {messages.CASES}
      </h2>
      <p className="mt-1 text-muted text-sm">{messages.CASES_LEAD}</p>
      {list.isError ? (
        <div className="mt-3">
          <ErrorState
            title={messages.CASES}
            text={failureText(list.error, messages.CASES_FAILED)}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : (
        <>
          <ul aria-label={messages.CASES} className="mt-3 grid gap-3">
            {renderRows('li', list.data.cases, (about) => (
              <Case about={about} onDecide={(decision) => setAsked({ about, decision })} />
            ))}
          </ul>
          {list.data.total > size ? (
            <Button className="mt-4" busy={list.isPlaceholderData} onClick={() => setSize(size + STEP)}>
              {messages.MORE}
            </Button>
          ) : null}
        </>
      )}
      {asked ? (
        <Decide key={`${asked.about.id} ${asked.decision}`} asked={asked} onClose={() => setAsked(null)} />
      ) : null}
    </section>
  )
}

function Case({ about, onDecide }: { about: PaymentCase; onDecide: (decision: Decision) => void }) {
  const { timeZone } = useSite()
  const { order, says, advice, choices, openedAt, subject, trouble } = about
  return (
    <li className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="font-sans font-semibold text-base tracking-normal">
          <Name>{order.buyer.fullName}</Name>
        </h3>
        <span className="num text-muted text-sm">{messages.planTitle(order.plan, order.period)}</span>
        <span className="num text-muted text-sm" title={localTimes(openedAt)}>
          {formatDate(openedAt, timeZone)}
        </span>
      </div>
      <p className="num mt-2 max-w-[72ch]">{says}</p>
      <p className="mt-1 max-w-[72ch] text-muted text-sm">{advice}</p>
      <p className="num mt-1 break-all text-muted text-sm">{subject}</p>
      {trouble ? (
        <Alert tone="brick" className="mt-3">
          {messages.troubleSaid(trouble)}
        </Alert>
      ) : null}
      {order.sandbox ? <TestModeBadge className="mt-2 text-xs" /> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {choices.map((decision) => (
          <Button
            key={decision}
            size="sm"
            aria-label={messages.decisionFor(messages.DECISIONS[decision].label, order.buyer.fullName)}
            onClick={() => onDecide(decision)}
          >
            {messages.DECISIONS[decision].label}
          </Button>
        ))}
      </div>
    </li>
  )
}

function Decide({ asked: { about, decision }, onClose }: { asked: Asked; onClose: () => void }) {
  const cache = useQueryClient()
  const deciding = useMutation({
    mutationFn: (reason: string) => decideCase(about.id, decision, reason),
    onSuccess: (message) => {
      toast.success(message)
      onClose()
    },
    // Somebody else may have decided it: the list says how it is now.
    onSettled: () => cache.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  const form = useServerForm({
    defaultValues: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: messages.REASON_MISSING } : {}),
    call: deciding,
    send: ({ reason }) => deciding.mutate(reason.trim()),
    failed: messages.DECIDE_FAILED,
  })
  const { label, intro, confirm } = messages.DECISIONS[decision]
  return (
    <Modal
      open
      onClose={onClose}
      title={label}
      description={`${isolated(about.order.buyer.fullName)}. ${about.says}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant={decision === 'refund' ? 'danger' : 'primary'}
            busy={deciding.isPending}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} {...form.props} className="grid gap-4">
        {about.order.sandbox ? <TestModeBadge /> : null}
        <p className="text-muted text-sm">{intro}</p>
        {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
        <TextArea
          label={messages.REFUND_REASON}
          rows={2}
          maxLength={REASON_MAX}
          hint={messages.DECISION_REASON_HINT}
          {...form.field('reason')}
        />
      </form>
    </Modal>
  )
}
