/** Person step, step 1 of the sign-up: name and institute address, checked while typing. */
import { ArrowRight, Check } from 'lucide-react'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { foldedEmail } from '@/lib/emailFolding'
import { isEmail } from '@/lib/validation'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { useStepFocus } from '../hooks/useStepFocus'
import { EMAIL_INVALID, FILL_IN, rightDomain, wrongDomain } from '../messages'
import { domainOf, hasInstituteDomain } from '../model'

type Form = { fullName: string; email: string }

export function PersonStep({ active, onDone }: { active: boolean; onDone: (form: Form) => void }) {
  const { instituteDomains: domains } = useSite()
  const form = useServerForm<Form, Partial<Record<keyof Form, string | true>>>({
    defaultValues: { fullName: '', email: '' },
    check: ({ fullName, email }) => ({
      fullName: fullName.trim() !== '' || FILL_IN,
      email: email.trim() === '' ? FILL_IN : isEmail(email) || EMAIL_INVALID,
    }),
    send: onDone,
    onWrong: (marks) => toast.warning(Object.values(marks).includes(FILL_IN) ? FILL_IN : EMAIL_INVALID),
  })
  const email = form.watch('email')
  useStepFocus(form.props.ref, active)
  const matches = hasInstituteDomain(email, domains)
  // No complaint while the domain is still being typed: only once it has a dot and is not the beginning of a right one.
  const typed = domainOf(email)
  const wrong = typed.includes('.') && !matches && !domains.some((d) => foldedEmail(d).startsWith(typed))
  const field = form.field('email')

  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Full name" autoComplete="name" maxLength={100} {...form.field('fullName')} />
      <TextField
        label="Institute e-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        hint={
          matches && domains.length > 0 ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-lawn">
              <Check aria-hidden="true" className="size-4" />
              {rightDomain(typed)}
            </span>
          ) : domains.length > 0 && !wrong ? (
            `Ends with ${domains.map((domain) => `@${domain}`).join(' or ')}`
          ) : undefined
        }
        {...field}
        error={wrong ? wrongDomain(domains) : field.error}
      />
      <Button type="submit" variant="primary" disabled={!matches}>
        Continue
        <ArrowRight aria-hidden="true" className="size-4" />
      </Button>
    </form>
  )
}
