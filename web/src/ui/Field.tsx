/**
 * Form fields: label above, hint below, error in words. `Field` is the frame for any control; the others are ready
 * made and take native props and a ref, so react-hook-form's register() can be spread on them.
 */
import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { cx } from '@/lib/cx'

type Words = { label: ReactNode; hint?: ReactNode; error?: string }

export type FieldProps = Words & {
  required?: boolean
  className?: string
  children: (id: string, describedBy: string | undefined) => ReactNode
}

export function Field({ label, hint, error, required, className, children }: FieldProps) {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="justify-self-start font-semibold text-sm">
        {label}
        {required ? <span className="font-normal text-muted"> (required)</span> : null}
      </label>
      {children(id, describedBy)}
      {hint ? (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      <ErrorLine id={errorId} error={error} />
    </div>
  )
}

/** Always in the page, so that a screen reader notices when words arrive in it. */
function ErrorLine({ id, error }: { id: string; error?: string }) {
  return (
    <p id={id} aria-live="polite" className={cx('flex items-start gap-1.5 text-brick text-sm', !error && 'hidden')}>
      {error ? (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </>
      ) : null}
    </p>
  )
}

export const controlClass =
  'w-full rounded-control border border-edge bg-surface px-3.5 text-base text-ink transition-colors duration-150 hover:border-muted focus-visible:border-lawn focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunk disabled:text-muted aria-invalid:border-brick'

export function TextField({ label, hint, error, className, ...rest }: Words & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(id, describedBy) => (
        <input
          type="text"
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className={cx(controlClass, 'h-11')}
        />
      )}
    </Field>
  )
}

export function TextArea({ label, hint, error, className, ...rest }: Words & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(id, describedBy) => (
        <textarea
          rows={4}
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className={cx(controlClass, 'min-h-24 py-2.5')}
        />
      )}
    </Field>
  )
}

export function SelectField({ label, hint, error, className, children, ...rest }: Words & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(id, describedBy) => (
        <span className="relative block">
          <select
            {...rest}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            className={cx(controlClass, 'h-11 appearance-none pr-10')}
          >
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  )
}

export function CheckField({ label, hint, error, className, ...rest }: Words & ComponentProps<'input'>) {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('grid gap-1', className)}>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          {...rest}
          type="checkbox"
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className="size-5 shrink-0 accent-lawn"
        />
        <span className={cx('font-medium', rest.disabled && 'text-muted')}>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="pl-8 text-muted text-sm">
          {hint}
        </p>
      ) : null}
      <ErrorLine id={errorId} error={error} />
    </div>
  )
}

/** `onShown` hears whether what is typed can be read. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  onShown,
  ...rest
}: Words & ComponentProps<'input'> & { onShown?: (shown: boolean) => void }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(id, describedBy) => (
        <span className="relative block">
          <input
            {...rest}
            type={shown ? 'text' : 'password'}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            autoCapitalize="none"
            spellCheck={false}
            className={cx(controlClass, 'h-11 pr-12')}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => {
              setShown(!shown)
              onShown?.(!shown)
            }}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
            <span className="sr-only">Show {typeof label === 'string' ? label.toLowerCase() : 'password'}</span>
          </button>
        </span>
      )}
    </Field>
  )
}
