/**
 * Writes down a refund, in two steps: what is given and taken back, then the question whether that is meant. What was
 * entered stays when it is refused, as when the buyer has used the creations meanwhile.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Notice } from '@/ui/Notice'
import { toast } from '@/ui/toast'
import { type NewRefund, PAYMENTS_KEY, recordRefund } from '../api'
import { checkAmount, checkCount, type Purchase, paiseOf, refundable, rupees } from '../model'
import * as words from '../words'
import { TestMark } from './TestMark'

type Form = { amount: string; contests: string; polls: string; reason: string; reference: string }

const FORM_ID = 'refund'
const REASON_MAX = 200
const REFERENCE_MAX = 100

export function RefundDialog({ sale, onClose }: { sale: Purchase | null; onClose: () => void }) {
  return sale ? <Open key={sale.id} sale={sale} onClose={onClose} /> : null
}

function Open({ sale, onClose }: { sale: Purchase; onClose: () => void }) {
  const most = refundable(sale)
  const cache = useQueryClient()
  const [asked, setAsked] = useState<NewRefund | null>(null)
  const { register, handleSubmit, formState, setError } = useForm<Form>({
    defaultValues: {
      amount: String(most.paise / 100),
      contests: String(most.contests),
      polls: String(most.polls),
      reason: '',
      reference: '',
    },
  })
  const { errors } = formState
  const recording = useMutation({
    mutationFn: (refund: NewRefund) => recordRefund(sale.id, refund),
    onSuccess: (message) => {
      toast.success(message)
      onClose()
      return cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
    onError: () => setAsked(null),
  })

  const goOn = (form: Form) => {
    const refund = {
      amountPaise: paiseOf(form.amount) ?? 0,
      contests: Number(form.contests),
      polls: Number(form.polls),
      reason: form.reason.trim(),
      reference: form.reference.trim(),
    }
    if (refund.amountPaise + refund.contests + refund.polls === 0) {
      setError('amount', { message: words.NOTHING_TO_REFUND })
    } else setAsked(refund)
  }

  const footer = asked ? (
    <>
      <Button onClick={() => setAsked(null)}>{words.REFUND_BACK}</Button>
      <Button variant="danger" busy={recording.isPending} onClick={() => recording.mutate(asked)}>
        {words.REFUND_CONFIRM}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={FORM_ID} variant="primary">
        {words.REFUND_GO_ON}
      </Button>
    </>
  )

  return (
    <Modal
      open
      onClose={onClose}
      title={`${words.REFUND} ${sale.receiptNo ?? ''}`}
      description={`${sale.buyer.fullName}, ${words.planTitle(sale.plan, sale.period)}, ${rupees(sale.amountPaise)}`}
      footer={footer}
    >
      {asked ? (
        <div className="grid gap-3">
          <p className="num text-lg">
            {words.refundConfirm(rupees(asked.amountPaise), asked.contests, asked.polls, sale.buyer.fullName)}
          </p>
          <p className="text-muted">{asked.reason}</p>
        </div>
      ) : (
        <form id={FORM_ID} noValidate className="grid gap-5" onSubmit={handleSubmit(goOn)}>
          <div className="grid gap-2">
            {sale.sandbox ? <TestMark /> : null}
            <p className="text-muted text-sm">{words.refundIntro(sale.sandbox)}</p>
          </div>
          {recording.error ? <Notice tone="brick">{failureText(recording.error, words.REFUND_FAILED)}</Notice> : null}
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField
              label={words.REFUND_AMOUNT}
              inputMode="decimal"
              hint={words.upTo(rupees(most.paise))}
              error={errors.amount?.message}
              {...register('amount', { validate: (text) => checkAmount(text, most.paise) })}
            />
            <TextField
              label={words.REFUND_CONTESTS}
              inputMode="numeric"
              hint={words.upTo(String(most.contests))}
              error={errors.contests?.message}
              {...register('contests', { validate: (text) => checkCount(text, most.contests) })}
            />
            <TextField
              label={words.REFUND_POLLS}
              inputMode="numeric"
              hint={words.upTo(String(most.polls))}
              error={errors.polls?.message}
              {...register('polls', { validate: (text) => checkCount(text, most.polls) })}
            />
          </div>
          <TextArea
            label={words.REFUND_REASON}
            rows={2}
            maxLength={REASON_MAX}
            hint={words.REFUND_REASON_HINT}
            error={errors.reason?.message}
            {...register('reason', { validate: (text) => text.trim() !== '' || words.REASON_MISSING })}
          />
          <TextField
            label={words.REFUND_REFERENCE}
            maxLength={REFERENCE_MAX}
            hint={words.REFUND_REFERENCE_HINT}
            {...register('reference')}
          />
        </form>
      )}
    </Modal>
  )
}
