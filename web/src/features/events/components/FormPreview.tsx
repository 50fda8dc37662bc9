/** Form preview: the registration form as students will see it, with a button that only checks. */
import { useId, useState } from 'react'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { PREVIEW, PREVIEW_EMPTY, PREVIEW_GOOD, PREVIEW_LEAD, SUBMIT } from '../messages'
import { type BuiltField, builtForm, type Field } from '../registrationFields'
import { RegistrationForm } from './RegistrationForm'

export function FormPreview({ fields }: { fields: readonly BuiltField[] }) {
  const id = useId()
  const [tried, setTried] = useState<readonly BuiltField[] | null>(null)
  return (
    <section aria-label={PREVIEW} className="rounded-card border border-line-strong border-dashed bg-sunk p-4 sm:p-5">
      <p className="mb-4 text-muted text-sm">{fields.length === 0 ? PREVIEW_EMPTY : PREVIEW_LEAD}</p>
      <RegistrationForm id={id} label={PREVIEW} fields={once(builtForm(fields))} onSubmit={() => setTried(fields)} />
      <Button type="submit" form={id} variant="primary" className="mt-5 w-full">
        {SUBMIT}
      </Button>
      <div aria-live="polite">
        {tried === fields ? (
          <Alert tone="lawn" className="mt-3">
            {PREVIEW_GOOD}
          </Alert>
        ) : null}
      </div>
    </section>
  )
}

/** While a name is being typed it may be that of another field for a moment. */
function once(fields: Field[]): Field[] {
  return fields.filter((field, at) => fields.findIndex(({ name }) => name === field.name) === at)
}
