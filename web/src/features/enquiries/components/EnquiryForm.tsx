/**
 * Contact form: for guests with name and address, for somebody logged in under their own. What was typed stays until
 * the server has taken it. Contact Sales is this form with the topic `sales`.
 */
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { unsureText } from '@/api/failure'
import { useSession } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { userId1 } from '@/lib/storage'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Name } from '@/ui/Name'
import { sendEnquiry } from '../api'
import * as messages from '../messages'
import { checkEmail, checkMessage, EMAIL_MAX, NAME_MAX, type NewEnquiry, type Topic } from '../model'

type Marks = Partial<Record<keyof NewEnquiry, string | true>>

export function EnquiryForm({ topic }: { topic: Topic }) {
  const session = useSession()
  const user = session.user
  const sending = useMutation({
    mutationFn: (form: NewEnquiry) => sendEnquiry(user ? { ...form, name: user.fullName, email: user.email } : form),
    onSuccess: () => {
      form.reset({ ...form.getValues(), message: '' })
    },
  })
  const form = useServerForm<NewEnquiry, Marks>({
    defaultValues: { name: '', email: '', topic, message: '', leaveEmpty: '' },
    check: ({ name, email, message }) => ({
      // Of somebody logged in they are known.
      ...(user ? {} : { name: name.trim() !== '' || messages.FILL_IN, email: checkEmail(email) }),
      message: checkMessage(message),
    }),
    call: sending,
    send: sending.mutate,
  })
  const chosen = form.watch('topic')

  if (sending.isSuccess) return <Sent text={sending.data || messages.SENT} onAgain={sending.reset} />
  return (
    <form {...form.props} className="grid gap-5">
      {user ? (
        <p className="rounded-control bg-sunk px-3.5 py-3 text-sm">
          <span className="text-muted">{messages.SIGNED_IN_AS}</span>{' '}
          <span className="font-semibold">
            <Name>{user.fullName}</Name>
          </span>{' '}
          <span className="block break-all text-muted sm:inline">{user.email}</span>
        </p>
      ) : session.state === 'loading' && userId1.read() ? (
        // As high as what will stand here for whoever was logged in when this browser was last here.
        <p aria-hidden="true" className="rounded-control bg-sunk px-3.5 py-3 text-sm">
          &nbsp;<span className="block sm:inline">&nbsp;</span>
        </p>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={messages.NAME} autoComplete="name" maxLength={NAME_MAX} {...form.field('name')} />
          <TextField
            label={messages.EMAIL}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
            hint={messages.EMAIL_HINT}
            {...form.field('email')}
          />
        </div>
      )}
      <fieldset>
        <legend className="font-semibold text-sm">{messages.TOPIC}</legend>
        <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
          {messages.TOPICS.map(({ value, label }) => (
            <label
              key={value}
              className="flex min-h-11 items-center gap-3 rounded-control border border-edge bg-surface px-3.5 py-2 has-checked:border-lawn has-checked:bg-lawn-soft"
            >
              <input type="radio" value={value} className="size-4.5 shrink-0 accent-lawn" {...form.register('topic')} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={messages.MESSAGE}
        rows={7}
        hint={chosen === 'sales' ? messages.SALES_HINT : messages.MESSAGE_HINT}
        {...form.field('message')}
      />
      {/* Off the screen and out of the way of keyboards, screen readers and password managers: only programs fill it in. */}
      <div aria-hidden="true" className="absolute -left-[9999px]">
        <label>
          {messages.TRAP}
          <input
            type="text"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
            data-form-type="other"
            {...form.register('leaveEmpty')}
          />
        </label>
      </div>
      {/* Beside the button that was pressed: at the head of the form a phone would not show it. */}
      {sending.error ? (
        <Alert tone="brick">{unsureText(sending.error, messages.SEND_FAILED, messages.SEND_UNSURE)}</Alert>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        busy={sending.isPending}
        icon={<Send aria-hidden="true" className="size-4" />}
        className="sm:justify-self-start"
      >
        {messages.SEND}
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
        {messages.SENT_TITLE}
      </h3>
      <p className="text-muted">{text}</p>
      <Button className="mt-4" onClick={onAgain}>
        {messages.SENT_AGAIN}
      </Button>
    </div>
  )
}
