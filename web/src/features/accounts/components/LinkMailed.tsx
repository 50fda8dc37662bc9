/** Link mailed: where the link of a registration went, and a button for another mail. */
import { useMutation } from '@tanstack/react-query'
import { failureText } from '@/api/failure'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { mailLinkAgain } from '../api'
import { linkMailed, MAIL_AGAIN, MAIL_AGAIN_FAILED } from '../messages'

export function LinkMailed({ email, next }: { email: string; next: string | undefined }) {
  const sending = useMutation({
    mutationFn: () => mailLinkAgain(email, next),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(failureText(error, MAIL_AGAIN_FAILED)),
  })
  return (
    <Alert tone="sky">
      <p className="wrap-anywhere">{linkMailed(email)}</p>
      {email === '' ? null : (
        <Button size="sm" className="mt-3" busy={sending.isPending} onClick={() => sending.mutate()}>
          {MAIL_AGAIN}
        </Button>
      )}
    </Alert>
  )
}
