/**
 * The contact form: for guests with name and address, for somebody logged in under their own. What was typed stays
 * until the server has taken it. Contact Sales is this form with the topic `sales`.
 */
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { failureText } from '@/api/failure'
import { useSession } from '@/api/session'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { sendEnquiry } from '../api'
import { checkEmail, checkMessage, EMAIL_MAX, NAME_MAX, type NewEnquiry, type Topic } from '../model'
import * as words from '../words'

export function EnquiryForm({ topic }: { topic: Topic }) {
  const session = useSession()
  const user = session.user
  const { register, handleSubmit, control, formState, resetField } = useForm<NewEnquiry>({
    defaultValues: { name: '', email: '', topic, message: '', website: '' },
  })
  const chosen = useWatch({ control, name: 'topic' })
  const sending = useMutation({
    mutationFn: (form: NewEnquiry) => sendEnquiry(user ? { ...form, name: user.fullName, email: user.email } : form),
    onSuccess: () => resetField('message'),
  })
  const { errors } = formState

  if (sending.isSuccess) return <Sent text={sending.data || words.SENT} onAgain={sending.reset} />
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit((form) => sending.mutate(form))}>
      {session.state === 'loading' ? (
        <Skeleton className="h-11" />
      ) : user ? (
        <p className="rounded-control bg-sunk px-3.5 py-3 text-sm">
          <span className="text-muted">{words.SIGNED_IN_AS}</span>{' '}
          <span className="font-semibold">{user.fullName}</span>{' '}
          <span className="break-all text-muted">{user.email}</span>
        </p>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={words.NAME}
            autoComplete="name"
            maxLength={NAME_MAX}
            error={errors.name?.message}
            {...register('name', { validate: (text) => text.trim() !== '' || words.FILL_IN })}
          />
          <TextField
            label={words.EMAIL}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
            hint={words.EMAIL_HINT}
            error={errors.email?.message}
            {...register('email', { validate: checkEmail })}
          />
        </div>
      )}
      <fieldset>
        <legend className="font-semibold text-sm">{words.TOPIC}</legend>
        <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
          {words.TOPICS.map(({ value, label }) => (
            <label
              key={value}
              className="flex min-h-11 items-center gap-3 rounded-control border border-edge bg-surface px-3.5 py-2 has-checked:border-lawn has-checked:bg-lawn-soft"
            >
              <input type="radio" value={value} className="size-4.5 shrink-0 accent-lawn" {...register('topic')} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={words.MESSAGE}
        rows={7}
        hint={chosen === 'sales' ? words.SALES_HINT : words.MESSAGE_HINT}
        error={errors.message?.message}
        {...register('message', { validate: checkMessage })}
      />
      {/* Off the screen and out of the way of keyboards and screen readers: only programs fill it in. */}
      <div aria-hidden="true" className="absolute -left-[9999px]">
        <label>
          {words.TRAP}
          <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
        </label>
      </div>
      {/* Beside the button that was pressed: at the head of the form a phone would not show it. */}
      {sending.error ? <Notice tone="brick">{failureText(sending.error, words.SEND_FAILED)}</Notice> : null}
      <Button
        type="submit"
        variant="primary"
        busy={sending.isPending}
        icon={<Send aria-hidden="true" className="size-4" />}
        className="sm:justify-self-start"
      >
        {words.SEND}
      </Button>
    </form>
  )
}

/** In place of the form; takes the focus, which was on a button that is gone. */
function Sent({ text, onAgain }: { text: string; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    // The page has become shorter: the words may lie under the bar at the top.
    title.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div className="grid justify-items-start gap-2 rounded-card border border-line bg-surface px-6 py-8 sm:px-10">
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-lawn-soft text-lawn">
        <CircleCheck aria-hidden="true" className="size-5" />
      </span>
      <h3 ref={title} tabIndex={-1} className="text-lg outline-none">
        {words.SENT_TITLE}
      </h3>
      <p className="text-muted">{text}</p>
      <Button className="mt-4" onClick={onAgain}>
        {words.SENT_AGAIN}
      </Button>
    </div>
  )
}
