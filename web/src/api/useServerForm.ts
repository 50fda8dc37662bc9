/**
 * Form that a call sends, the one way to build forms here: react-hook-form keeps what is entered, the feature's own
 * rule says what is wrong with it, a call sends it. Nothing is marked before the first try; after it, each change is
 * judged anew. What the server refuses stands at its field until something is changed, or over the form until the next
 * try. The first field with a mark gets the focus, and what is said of it, the last that describes it, comes into sight.
 * What was entered stays whatever becomes of the call, and while one is under way no other is made;
 * where it has no answer for long, that is said.
 */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useForm,
} from 'react-hook-form'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { useIsSlow } from '@/lib/useIsSlow'
import { failureText, NO_ANSWER_YET } from './failure'

/** What a mutation says of itself. */
export type FormCall = { error: unknown; isPending: boolean; reset: () => void }

type ServerForm<F extends FieldValues, M extends object> = {
  defaultValues: F
  /**
   * What is wrong, by field: a sentence, or what the field's own control makes marks of. `true`, like nothing, is right; without
   * any it may be sent.
   */
  check?: (fields: F) => M
  send: (fields: F) => void
  /** Besides the marks, as for a toast. */
  onWrong?: (marks: M) => void
  call?: FormCall
  /** Where a refusal belongs: a field, or marks as `check` has them. Nowhere: over the form. */
  refusedAt?: (error: unknown) => ((keyof F | keyof M) & string) | Partial<M> | null | undefined
  /** Said of a call that failed without a sentence of its own. */
  failed?: string
  /** After each change by the person, as for a draft that is kept. */
  onChange?: (fields: F) => void
  /**
   * False: a mark only goes, when its field is edited, and none comes before the next try; for a form that grows while it is
   * written, where what was added just now is not wrong yet.
   */
  judgesAgain?: boolean
  /** Where the marks are, if not in the form alone. */
  place?: RefObject<HTMLElement | null>
}

/** The first field with a mark. `data-invalid`: of a choice, for which ARIA has no such word. */
function firstMark(place: RefObject<HTMLElement | null>): HTMLElement | null | undefined {
  return place.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
}

/**
 * The browser brings a field into sight that gets the focus, but not what stands below it: that goes into the middle, where its
 * end is out of its frame or under a foot that stays.
 */
function focusFirstMark(place: RefObject<HTMLElement | null>): void {
  let shown = false
  focusAfterRender(() => {
    const mark = firstMark(place)
    if (mark && mark === document.activeElement && !shown) {
      shown = true
      const message = document.getElementById(mark.getAttribute('aria-describedby')?.split(' ').pop() ?? '')
      const { left, bottom } = (message ?? mark).getBoundingClientRect()
      const isSeen = message?.contains(document.elementFromPoint?.(left + 1, bottom - 1) ?? null)
      if (!isSeen) message?.scrollIntoView?.({ block: 'center' })
    }
    return mark
  })
}

export function useServerForm<F extends FieldValues, M extends object>(given: ServerForm<F, M>) {
  const { check = () => ({}) as M, call, failed = '', judgesAgain = true, onChange, onWrong, refusedAt, send } = given
  const ref = useRef<HTMLFormElement>(null)
  const place = given.place ?? ref
  const form = useForm<F>({
    defaultValues: given.defaultValues as DefaultValues<F>,
    // A change is judged below, for all fields: what is wrong with one may be mended in another.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (fields) => {
      const errors = errorsOf<F>(check(fields))
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: fields, errors: {} }
    },
  })
  const { isSubmitted, errors: found } = form.formState

  const error = call?.error
  const at = error ? refusedAt?.(error) : null
  const refused = typeof at === 'string' ? ({ [at]: failureText(error, failed) } as Partial<M>) : at
  const errors = { ...marksOf(found), ...(judgesAgain ? refused : null) } as Partial<M>

  const mark = (marks: Partial<M>) => {
    for (const [name, said] of Object.entries(marks)) {
      if (said === undefined) form.clearErrors(name as FieldPath<F>)
      else form.setError(name as FieldPath<F>, markOf(said))
    }
  }
  const tellRefused = useEffectEvent(() => {
    if (!refused) return
    if (judgesAgain) firstMark(place)?.focus()
    else mark(refused)
    focusFirstMark(place)
  })
  useEffect(() => {
    if (error) tellRefused()
  }, [error])

  const late = useIsSlow(call?.isPending ?? false)
  const isRefused = error && !refused

  const changed = (marks: Partial<M>) => {
    onChange?.(form.getValues())
    if (!judgesAgain) return mark(marks)
    // A refusal was for what stood there before.
    if (refused) call?.reset()
    if (isSubmitted) void form.trigger()
  }

  return {
    ...form,
    /** For the form element. */
    props: {
      ref,
      noValidate: true,
      onSubmit: form.handleSubmit(
        (fields) => {
          if (!call?.isPending) send(fields)
        },
        (wrong) => {
          onWrong?.(marksOf(wrong) as M)
          focusFirstMark(place)
        },
      ),
    },
    /** For the control of a field. */
    field: <N extends FieldPath<F>>(name: N) => ({
      ...form.register(name, { onChange: () => changed({ [name]: undefined } as Partial<M>) }),
      error: (errors as Record<string, string | undefined>)[name],
    }),
    /** For a control without an element of its own to register. `marks`: what is left of them, where a mark only goes. */
    change: (part: Partial<F>, marks: Partial<M> = {}) => {
      for (const [name, value] of Object.entries(part)) {
        form.setValue(name as FieldPath<F>, value as FieldPathValue<F, FieldPath<F>>)
      }
      changed(marks)
    },
    errors,
    /** What is said over the form. */
    refusal: isRefused ? failureText(error, failed) : late ? NO_ANSWER_YET : null,
    /** That there is no answer yet is no mistake. */
    refusalTone: isRefused ? ('brick' as const) : ('amber' as const),
  }
}

function errorsOf<F extends FieldValues>(marks: object): FieldErrors<F> {
  const found = Object.entries(marks).filter(([, said]) => said !== undefined && said !== true)
  return Object.fromEntries(found.map(([name, said]) => [name, markOf(said)])) as FieldErrors<F>
}

/** An error of the library's: any mark travels as its message. */
function markOf(said: unknown): { type: string; message: string } {
  return { type: 'check', message: said as string }
}

function marksOf(errors: object): object {
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}
