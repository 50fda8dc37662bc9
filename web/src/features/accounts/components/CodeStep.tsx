/**
 * Code step, the second step of a password reset: the mailed code. Five wrong tries end it on the server; then a new
 * code is needed. A code that the operator told over the phone is taken as well.
 */
import { useMutation } from '@tanstack/react-query'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { resetPassword } from '../api'
import { CODE_INVALID, codeHint, RESET_FAILED } from '../messages'
import { isCode } from '../model'

type CodeStepProps = {
  email: string
  password: string
  message: string
  resending: boolean
  resendError: unknown
  onResend: () => void
  onBack: () => void
  onDone: () => void
}

export function CodeStep({
  email,
  password,
  message,
  resending,
  resendError,
  onResend,
  onBack,
  onDone,
}: CodeStepProps) {
  const { mail } = useSite()
  const reset = useMutation({
    mutationFn: ({ code }: { code: string }) => resetPassword(email, password, code),
    onSuccess: onDone,
  })
  const form = useServerForm<{ code: string }, { code?: string }>({
    defaultValues: { code: '' },
    check: ({ code }) => (isCode(code) ? {} : { code: CODE_INVALID }),
    call: reset,
    send: reset.mutate,
  })
  const error = reset.error ?? resendError
  // What was said of the old code is nothing about the new one.
  const again = () => {
    reset.reset()
    form.reset()
    form.setFocus('code')
    onResend()
  }
  return (
    <form {...form.props} className="grid gap-5">
      {error ? <Alert tone="brick">{failureText(error, RESET_FAILED)}</Alert> : <Alert tone="sky">{message}</Alert>}
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={15}
        autoFocus
        hint={codeHint(email.trim(), mail)}
        {...form.field('code')}
      />
      <Button type="submit" variant="primary" busy={reset.isPending}>
        Set new password
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="ghost" onClick={onBack}>
          Back
        </Button>
        <Button size="sm" variant="ghost" busy={resending} onClick={again}>
          {mail ? 'Send a new code' : 'Ask for a new code'}
        </Button>
      </div>
    </form>
  )
}
