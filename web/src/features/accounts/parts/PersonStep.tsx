/** Step 1 of signing up: name and institute address, checked while typing. */
import { ArrowRight, Check } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { useSite } from '@/api/session'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { domainOf, hasInstituteDomain, isEmail } from '../model'
import { EMAIL_INVALID, FILL_IN, rightDomain, wrongDomain } from '../words'
import { useStepFocus } from './useStepFocus'

type Form = { fullName: string; email: string }

export function PersonStep({ active, onDone }: { active: boolean; onDone: (form: Form) => void }) {
  const { instituteDomains: domains } = useSite()
  const { register, handleSubmit, control, formState, getValues } = useForm<Form>({
    defaultValues: { fullName: '', email: '' },
  })
  const email = useWatch({ control, name: 'email' })
  const first = useStepFocus(active)
  const matches = hasInstituteDomain(email, domains)
  // No complaint while the domain is still being typed: only once it has a dot and is not the beginning of a right one.
  const typed = domainOf(email)
  const wrong = typed.includes('.') && !matches && !domains.some((d) => d.toLowerCase().startsWith(typed))
  const { errors } = formState

  const warn = () => {
    const given = getValues()
    toast.warning(!given.fullName.trim() || !given.email.trim() ? FILL_IN : EMAIL_INVALID)
  }

  return (
    <form ref={first} noValidate className="grid gap-5" onSubmit={handleSubmit(onDone, warn)}>
      <TextField
        label="Full name"
        autoComplete="name"
        maxLength={100}
        error={errors.fullName?.message}
        {...register('fullName', { validate: (text) => text.trim() !== '' || FILL_IN })}
      />
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
        error={wrong ? wrongDomain(domains) : errors.email?.message}
        {...register('email', {
          validate: (text) => (text.trim() === '' ? FILL_IN : isEmail(text) || EMAIL_INVALID),
        })}
      />
      <Button type="submit" variant="primary" disabled={!matches}>
        Continue
        <ArrowRight aria-hidden="true" className="size-4" />
      </Button>
    </form>
  )
}
