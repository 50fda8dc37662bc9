/**
 * Form builder for registration forms: fields of six kinds, put in order by dragging, by keyboard or by buttons, and
 * beside them the form itself. One field is open at a time, so that the order stays in sight.
 */
import { AtSign, Calendar, Hash, List, type LucideIcon, Phone, Type } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { Button } from '@/ui/Button'
import { moved, Sortable } from '@/ui/Sortable'
import { Tabs } from '@/ui/Tabs'
import {
  ADD_FIELD,
  BUILDER,
  BUILDER_EMPTY,
  BUILDER_LEAD,
  countOf,
  FIELDS,
  FIELDS_FULL,
  KIND_WORDS,
  PREVIEW,
} from '../messages'
import {
  type BuiltField,
  type FieldMarks,
  KINDS,
  type Kind,
  labelOf,
  MAX_FIELDS,
  newField,
} from '../registrationFields'
import { FieldEditor } from './FieldEditor'
import { FormPreview } from './FormPreview'

export const KIND_ICONS: Record<Kind, LucideIcon> = {
  text: Type,
  email: AtSign,
  tel: Phone,
  number: Hash,
  date: Calendar,
  select: List,
}

type FormBuilderProps = {
  fields: readonly BuiltField[]
  /** By the field's key. */
  marks: Readonly<Record<string, FieldMarks>>
  onChange: (fields: BuiltField[], marks: Record<string, FieldMarks>) => void
  /** What else there is to know about changing this form. */
  note?: string
}

type Side = 'fields' | 'preview'

export function FormBuilder({ fields, marks, onChange, note }: FormBuilderProps) {
  const headId = useId()
  const bench = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [side, setSide] = useState<Side>('fields')
  const [said, setSaid] = useState('')
  const full = fields.length >= MAX_FIELDS

  // Marks have come: the first marked field is where to go on. Those that go one by one move nothing.
  const marked = Object.keys(marks).length
  const had = useRef(0)
  useEffect(() => {
    if (marked > had.current) {
      setOpened(fields.find(({ key }) => marks[key])?.key ?? null)
      setSide('fields')
    }
    had.current = marked
  }, [marked, fields, marks])

  const focusIn = (key: string, what: string) =>
    focusAfterRender(() => bench.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] ${what}`))
  const add = (kind: Kind) => {
    if (full) return
    const field = newField(kind, fields)
    onChange([...fields, field], { ...marks })
    setOpened(field.key)
    focusIn(field.key, '[data-label]')
  }
  const change = (key: string, part: Partial<BuiltField>) => {
    const { [key]: _, ...rest } = marks
    onChange(
      fields.map((field) => (field.key === key ? { ...field, ...part } : field)),
      rest,
    )
  }
  const remove = (field: BuiltField) => {
    const at = fields.indexOf(field)
    const left = fields.filter(({ key }) => key !== field.key)
    const { [field.key]: _, ...rest } = marks
    onChange(left, rest)
    setOpened(null)
    setSaid(`${labelOf(field)} is removed.`)
    const next = left[Math.min(at, left.length - 1)]
    if (next) focusIn(next.key, '[data-title]')
    else focusAfterRender(() => bench.current?.querySelector<HTMLElement>('[data-add]'))
  }

  return (
    <section aria-labelledby={headId} className="@container">
      <h2 id={headId} className="text-lg">
        {BUILDER}
      </h2>
      <p className="mt-1 text-muted text-sm">{BUILDER_LEAD}</p>
      {note ? <p className="mt-2 text-amber text-sm">{note}</p> : null}
      <Tabs<Side>
        label={BUILDER}
        value={side}
        onChange={setSide}
        items={[
          { value: 'fields', label: FIELDS, count: fields.length },
          { value: 'preview', label: PREVIEW },
        ]}
        className="mt-3 @3xl:hidden"
      />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-6 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div ref={bench} className={cx('min-w-0', side === 'preview' && '@max-3xl:hidden')}>
          {fields.length === 0 ? (
            <p className="rounded-card border border-line-strong border-dashed px-4 py-6 text-muted text-sm">
              {BUILDER_EMPTY}
            </p>
          ) : (
            <Sortable
              label={FIELDS}
              items={fields}
              keyOf={({ key }) => key}
              nameOf={labelOf}
              onMove={(from, to) => onChange(moved(fields, from, to), { ...marks })}
              className="grid grid-cols-[minmax(0,1fr)] gap-2"
              itemClassName="rounded-card border border-line bg-surface"
            >
              {(field, at, parts) => (
                <FieldEditor
                  field={field}
                  others={fields.filter(({ key }) => key !== field.key)}
                  marks={marks[field.key] ?? {}}
                  isOpen={opened === field.key}
                  onToggle={() => setOpened(opened === field.key ? null : field.key)}
                  onChange={(part) => change(field.key, part)}
                  onRemove={() => remove(field)}
                  number={at + 1}
                  {...parts}
                />
              )}
            </Sortable>
          )}
          <fieldset className="mt-4 min-w-0">
            <legend className="mb-2 font-semibold text-sm">{ADD_FIELD}</legend>
            <div className="flex flex-wrap gap-2">
              {KINDS.map((kind) => {
                const Icon = KIND_ICONS[kind]
                return (
                  <Button
                    key={kind}
                    size="sm"
                    data-add
                    disabled={full}
                    icon={<Icon aria-hidden="true" className="size-4 text-muted" />}
                    onClick={() => add(kind)}
                  >
                    {KIND_WORDS[kind]}
                  </Button>
                )
              })}
            </div>
            {full ? <p className="mt-2 text-muted text-sm">{FIELDS_FULL}</p> : null}
          </fieldset>
          <p role="status" className="sr-only">
            {said || countOf(fields.length, 'field')}
          </p>
        </div>
        <div className={cx('min-w-0 @3xl:sticky @3xl:top-20', side === 'fields' && '@max-3xl:hidden')}>
          <FormPreview fields={fields} />
        </div>
      </div>
    </section>
  )
}
