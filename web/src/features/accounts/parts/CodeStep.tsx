/**
 * The second step of a reset: the mailed code. Five wrong tries end it on the server; then a new code is needed. A code that the
 * operator told over the phone is taken as well.
 */
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { resetPassword } from '../api'
import { isCode } from '../model'
import { CODE_INVALID, codeHint, RESET_FAILED } from '../words'

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
  const { register, handleSubmit, formState, resetField, setFocus } = useForm<{ code: string }>()
  const reset = useMutation({
    mutationFn: ({ code }: { code: string }) => resetPassword(email, password, code),
    onSuccess: onDone,
  })
  const error = reset.error ?? resendError
  // What was said of the old code is nothing about the new one.
  const again = () => {
    reset.reset()
    resetField('code')
    setFocus('code')
    onResend()
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit((form) => reset.mutate(form))}>
      {error ? <Notice tone="brick">{failureText(error, RESET_FAILED)}</Notice> : <Notice tone="sky">{message}</Notice>}
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={15}
        autoFocus
        hint={codeHint(email.trim(), mail)}
        error={formState.errors.code?.message}
        {...register('code', { validate: (text) => isCode(text) || CODE_INVALID })}
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
