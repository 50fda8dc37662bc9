/**
 * Refund dialog, which writes down a refund in two steps: what is given and taken back, then the question whether that
 * is meant. What was entered stays when it is refused, as when the buyer has used the creations meanwhile.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { isolated } from '@/lib/isolated'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { toast } from '@/ui/toast'
import { type NewRefund, PAYMENTS_KEY, recordRefund } from '../api'
import * as messages from '../messages'
import { checkAmount, checkCount, countOf, type Purchase, paiseOf, refundable, rupees } from '../model'
import { TestModeBadge } from './TestModeBadge'

type Fields = { amount: string; contests: string; polls: string; reason: string; reference: string }

const FORM_ID = 'refund'
const REASON_MAX = 200
const REFERENCE_MAX = 100

export function RefundDialog({ sale, onClose }: { sale: Purchase | null; onClose: () => void }) {
  return sale ? <Open key={sale.id} sale={sale} onClose={onClose} /> : null
}

function Open({ sale, onClose }: { sale: Purchase; onClose: () => void }) {
  const most = refundable(sale)
  const cache = useQueryClient()
  const { mail } = useSite()
  const [asked, setAsked] = useState<NewRefund | null>(null)
  const recording = useMutation({
    mutationFn: (refund: NewRefund) => recordRefund(sale.id, refund),
    onSuccess: (message) => {
      toast.success(message)
      onClose()
      return cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
    onError: () => setAsked(null),
  })

  const form = useServerForm({
    defaultValues: {
      amount: String(most.paise / 100),
      contests: String(most.contests),
      polls: String(most.polls),
      reason: '',
      reference: '',
    },
    check: (fields) => checkRefund(fields, most),
    call: recording,
    send: (fields) => setAsked(refundOf(fields)),
    failed: messages.REFUND_FAILED,
  })

  const footer = asked ? (
    <>
      <Button onClick={() => setAsked(null)}>{messages.REFUND_BACK}</Button>
      <Button variant="danger" busy={recording.isPending} onClick={() => recording.mutate(asked)}>
        {messages.REFUND_CONFIRM}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={FORM_ID} variant="primary">
        {messages.REFUND_GO_ON}
      </Button>
    </>
  )

  return (
    <Modal
      open
      onClose={onClose}
      title={`${messages.REFUND} ${sale.receiptNo ?? ''}`}
      description={`${isolated(sale.buyer.fullName)}, ${messages.planTitle(sale.plan, sale.period)}, ${rupees(sale.amountPaise)}`}
      footer={footer}
    >
      {asked ? (
        <div className="grid gap-3">
          <p className="num text-lg">
            {messages.refundConfirm(rupees(asked.amountPaise), asked.contests, asked.polls, sale.buyer.fullName)}
          </p>
          <p className="text-muted">{asked.reason}</p>
        </div>
      ) : (
        <form id={FORM_ID} {...form.props} className="grid gap-5">
          <div className="grid gap-2">
            {sale.sandbox ? <TestModeBadge /> : null}
            <p className="text-muted text-sm">{messages.refundIntro(sale.sandbox, mail)}</p>
          </div>
          {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField
              label={messages.REFUND_AMOUNT}
              inputMode="decimal"
              hint={messages.upTo(rupees(most.paise))}
              {...form.field('amount')}
            />
            <TextField
              label={messages.REFUND_CONTESTS}
              inputMode="numeric"
              hint={messages.upTo(String(most.contests))}
              {...form.field('contests')}
            />
            <TextField
              label={messages.REFUND_POLLS}
              inputMode="numeric"
              hint={messages.upTo(String(most.polls))}
              {...form.field('polls')}
            />
          </div>
          <TextArea
            label={messages.REFUND_REASON}
            rows={2}
            maxLength={REASON_MAX}
            hint={messages.REFUND_REASON_HINT}
            {...form.field('reason')}
          />
          <TextField
            label={messages.REFUND_REFERENCE}
            maxLength={REFERENCE_MAX}
            hint={messages.REFUND_REFERENCE_HINT}
            {...form.field('reference')}
          />
        </form>
      )}
    </Modal>
  )
}

function refundOf(fields: Fields): NewRefund {
  return {
    amountPaise: paiseOf(fields.amount) ?? 0,
    contests: countOf(fields.contests) ?? 0,
    polls: countOf(fields.polls) ?? 0,
    reason: fields.reason.trim(),
    reference: fields.reference.trim(),
  }
}

function checkRefund(fields: Fields, most: ReturnType<typeof refundable>) {
  const wrong = {
    amount: checkAmount(fields.amount, most.paise),
    contests: checkCount(fields.contests, most.contests),
    polls: checkCount(fields.polls, most.polls),
    reason: fields.reason.trim() !== '' || messages.REASON_MISSING,
  }
  if (Object.values(wrong).some((said) => said !== true)) return wrong
  const { amountPaise, contests, polls } = refundOf(fields)
  return { amount: amountPaise + contests + polls > 0 || messages.NOTHING_TO_REFUND }
}
