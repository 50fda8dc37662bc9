/**
 * Field editor of the form builder: a line that says what the field is, and below it, when open, everything about it.
 */
import { ChevronDown, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { CheckField, SelectField, TextField } from '@/ui/Field'
import { Name } from '@/ui/Name'
import {
  ASKED_OF_ALL,
  countOf,
  KIND_WORDS,
  LABEL,
  labelMissing,
  NAME,
  NAME_HINT,
  NAME_TAKE,
  NUMBER_HINT,
  TYPE,
} from '../messages'
import {
  type BuiltField,
  type FieldMarks,
  isKind,
  KINDS,
  labelOf,
  MAX_LABEL,
  MAX_NAME,
  nameFromLabel,
} from '../registrationFields'
import { OptionList } from './OptionList'

type FieldEditorProps = {
  field: BuiltField
  others: readonly BuiltField[]
  marks: FieldMarks
  number: number
  isOpen: boolean
  onToggle: () => void
  onChange: (part: Partial<BuiltField>) => void
  onRemove: () => void
  grip: ReactNode
  steps: ReactNode
}

export function FieldEditor(props: FieldEditorProps) {
  const { field, others, marks, number, isOpen, onToggle, onChange, onRemove, grip, steps } = props
  const panel = useId()
  const name = labelOf(field)
  const facts = [
    KIND_WORDS[field.kind],
    field.kind === 'select' ? countOf(field.options.length, 'option') : '',
    field.required ? 'required' : '',
  ]
  const suggested = nameFromLabel(field.label, others)
  return (
    <>
      <div className="flex items-center gap-0.5 p-1">
        {grip}
        <button
          type="button"
          data-title
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-1.5 py-1 text-left hover:bg-grey-soft"
        >
          <span className="min-w-0 flex-1">
            <span className={cx('block truncate font-semibold text-sm', !field.label.trim() && 'text-muted')}>
              <span className="sr-only">Field {number}:</span> <Name>{name}</Name>
            </span>
            <span className="block truncate text-muted text-xs">{facts.filter(Boolean).join(' · ')}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 shrink-0 text-muted transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </button>
        {steps}
      </div>
      <div id={panel} hidden={!isOpen} className="border-line border-t px-3 pt-4 pb-3 sm:px-4">
        {isOpen ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
              <TextField
                label={LABEL}
                data-label
                value={field.label}
                maxLength={MAX_LABEL}
                autoComplete="off"
                error={marks.label}
                hint={field.label.trim() ? undefined : labelMissing(field.name.trim() || `field_${number}`)}
                onChange={(event) => onChange({ label: event.target.value })}
              />
              <SelectField
                label={TYPE}
                value={field.kind}
                onChange={(event) => (isKind(event.target.value) ? onChange({ kind: event.target.value }) : undefined)}
              >
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {KIND_WORDS[kind]}
                  </option>
                ))}
              </SelectField>
            </div>
            {field.kind === 'number' ? <p className="text-muted text-sm">{NUMBER_HINT}</p> : null}
            {field.kind === 'select' ? (
              <OptionList options={field.options} error={marks.options} onChange={(options) => onChange({ options })} />
            ) : null}
            <CheckField
              label={ASKED_OF_ALL}
              checked={field.required}
              onChange={(event) => onChange({ required: event.target.checked })}
            />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
              <TextField
                label={NAME}
                value={field.name}
                maxLength={MAX_NAME}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                error={marks.name}
                hint={NAME_HINT}
                onChange={(event) => onChange({ name: event.target.value })}
              />
              <Button
                size="sm"
                className="sm:mt-8"
                disabled={suggested === null || suggested === field.name}
                onClick={() => (suggested === null ? undefined : onChange({ name: suggested }))}
              >
                {NAME_TAKE}
              </Button>
            </div>
            <div className="flex justify-end border-line border-t pt-2">
              <Button
                variant="ghost"
                size="sm"
                icon={<Trash2 aria-hidden="true" className="size-4" />}
                onClick={onRemove}
                aria-label={`Remove ${name}`}
              >
                Remove
              </Button>
            </div>
          </div>
        ) : null}
      </div>
    </>
  )
}
