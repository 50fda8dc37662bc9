/**
 * Sortable list, whose order a person decides: by dragging the grip with mouse or finger, by keyboard on the grip
 * (Space takes it up, arrows move it, Space puts it down, Escape puts it back), or one place at a time with two
 * buttons. Every move is said. It brings dnd-kit along: import it only where a list is really put in order. The
 * keyboard is our own: dnd-kit's goes by pixels, and loses its way between rows of different height in a dialog that
 * scrolls.
 */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { focusAfterRender } from '@/lib/focusAfterRender'

/** What belongs at the ends of a row's head. */
export type SortableParts = { grip: ReactNode; steps: ReactNode }

export type SortableProps<T> = {
  /** What the list is, for those who cannot see it. */
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** What an item is called when its move is said. */
  nameOf: (item: T, at: number) => string
  onMove: (from: number, to: number) => void
  children: (item: T, at: number, parts: SortableParts) => ReactNode
  className?: string
  itemClassName?: string
}

const MOMENT = 200

const upright: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const HOW = {
  draggable:
    'To move this with the keyboard, press Space. While it is taken up, the up and down arrows move it, Space puts it down, Escape puts it back.',
}

export function Sortable<T>(props: SortableProps<T>) {
  const { label, items, keyOf, nameOf, onMove, children, className, itemClassName } = props
  const [said, setSaid] = useState('')
  const [pulling, setPulling] = useState(false)
  /** What the keyboard has taken up, and from where. */
  const [taken, setTaken] = useState<{ key: string; from: number } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  useEscapePutsBack(pulling)

  const ids = items.map(keyOf)
  const placeOf = (id: string | number) => ids.indexOf(String(id))
  const called = (id: string | number) => {
    const at = placeOf(id)
    const item = items[at]
    return item === undefined ? '' : nameOf(item, at)
  }
  const place = (at: number) => `place ${at + 1} of ${items.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${called(active.id)} is taken up from ${place(placeOf(active.id))}.`,
    onDragOver: ({ active, over }) => (over ? `${called(active.id)}: ${place(placeOf(over.id))}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${called(active.id)} is put down at ${place(placeOf(over.id))}.` : `${called(active.id)} is back.`,
    onDragCancel: ({ active }) => `${called(active.id)} is back at ${place(placeOf(active.id))}.`,
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setPulling(false)
    if (!over || over.id === active.id) return
    onMove(placeOf(active.id), placeOf(over.id))
  }

  const focusIn = (key: string, what: string) =>
    focusAfterRender(() => list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] ${what}`))
  const step = (at: number, by: -1 | 1, key: string) => {
    const to = at + by
    if (to < 0 || to >= items.length) return
    onMove(at, to)
    setSaid(`${called(key)}: ${place(to)}.`)
    // At an end the pressed button cannot go on; its neighbour can go back.
    const atEnd = to === 0 || to === items.length - 1
    focusIn(key, `[data-step="${(by < 0) === atEnd ? 'down' : 'up'}"]`)
  }
  const putDown = (key: string, at: number) => {
    setTaken(null)
    setSaid(`${called(key)} is put down at ${place(at)}.`)
  }
  const keys = (event: KeyboardEvent, key: string, at: number) => {
    const isPress = event.key === ' ' || event.key === 'Enter'
    if (taken?.key !== key) {
      if (!isPress) return
      event.preventDefault()
      setTaken({ key, from: at })
      setSaid(`${called(key)} is taken up from ${place(at)}.`)
      return
    }
    if (event.key === 'Tab') return putDown(key, at)
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1, Escape: taken.from }[event.key]
    if (to === undefined && !isPress) return
    event.preventDefault()
    // A dialog around the list would close by Escape.
    event.stopPropagation()
    if (to === undefined) return putDown(key, at)
    if (to < 0 || to >= items.length) return
    if (to !== at) onMove(at, to)
    if (event.key === 'Escape') setTaken(null)
    setSaid(event.key === 'Escape' ? `${called(key)} is back at ${place(to)}.` : `${called(key)}: ${place(to)}.`)
    // A row that changes its place in the page loses the focus.
    focusIn(key, '[data-grip]')
  }

  // Who goes elsewhere has put it down. A row that moves loses the focus for a moment, too.
  const left = (key: string) =>
    setTimeout(() => {
      const row = list.current?.querySelector(`[data-row="${CSS.escape(key)}"] [data-grip]`)
      if (row !== document.activeElement) setTaken((now) => (now?.key === key ? null : now))
    }, MOMENT)

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upright]}
      accessibility={{ announcements, screenReaderInstructions: HOW }}
      onDragStart={() => {
        setTaken(null)
        setPulling(true)
      }}
      onDragEnd={drop}
      onDragCancel={() => setPulling(false)}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol ref={list} aria-label={label} className={className}>
          {items.map((item, at) => {
            const key = keyOf(item)
            return (
              <Row
                key={key}
                id={key}
                name={nameOf(item, at)}
                isFirst={at === 0}
                isLast={at === items.length - 1}
                isTaken={taken?.key === key}
                onKeyDown={(event) => keys(event, key, at)}
                onBlur={() => left(key)}
                onStep={(by) => step(at, by, key)}
                className={itemClassName}
              >
                {(parts) => children(item, at, parts)}
              </Row>
            )
          })}
        </ol>
      </SortableContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DndContext>
  )
}

type RowProps = {
  id: string
  name: string
  isFirst: boolean
  isLast: boolean
  isTaken: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
  onStep: (by: -1 | 1) => void
  children: (parts: SortableParts) => ReactNode
  className?: string
}

const BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink disabled:opacity-35 disabled:hover:bg-transparent'

function Row({ id, name, isFirst, isLast, isTaken, onKeyDown, onBlur, onStep, children, className }: RowProps) {
  const sortable = useSortable({ id })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable
  // Rows differ in height: a row that moves keeps its own, so nothing is scaled.
  const moved = transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined
  const grip = (
    <button
      {...listeners}
      ref={setActivatorNodeRef}
      type="button"
      data-grip
      aria-label={`Move ${name}`}
      aria-describedby={attributes['aria-describedby']}
      aria-pressed={isTaken || isDragging}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className={cx(
        BUTTON,
        'touch-none',
        isDragging ? 'cursor-grabbing!' : 'cursor-grab!',
        isTaken && 'bg-lawn-soft text-lawn',
      )}
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  )
  const steps = (
    <span className="flex">
      <Step way="up" name={name} disabled={isFirst} onClick={() => onStep(-1)} />
      <Step way="down" name={name} disabled={isLast} onClick={() => onStep(1)} />
    </span>
  )
  return (
    <li
      ref={setNodeRef}
      data-row={id}
      style={{ transform: moved, transition }}
      className={cx(
        'relative',
        className,
        isDragging && 'z-10 shadow-float',
        isTaken && 'z-10 border-lawn shadow-float',
      )}
    >
      {children({ grip, steps })}
    </li>
  )
}

type StepProps = { way: 'up' | 'down'; name: string; disabled: boolean; onClick: () => void }

function Step({ way, name, disabled, onClick }: StepProps) {
  const Icon = way === 'up' ? ArrowUp : ArrowDown
  return (
    <button type="button" data-step={way} disabled={disabled} onClick={onClick} className={BUTTON}>
      <Icon aria-hidden="true" className="size-4.5" />
      <span className="sr-only">
        Move {name} {way}
      </span>
    </button>
  )
}

/**
 * Escape puts back what is being pulled, and only that: a dialog around the list would close by it. The key is kept from
 * everybody, and dnd-kit told by the other thing that makes it let go.
 */
function useEscapePutsBack(pulling: boolean): void {
  useEffect(() => {
    if (!pulling) return
    const keep = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      window.dispatchEvent(new Event('resize'))
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [pulling])
}

/** The list with one item at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}
