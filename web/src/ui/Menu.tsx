/**
 * Menu behind a button, with keyboard and type-ahead. Items are actions (`MenuItem`), links (`MenuLink`, given as the
 * rendered element of the caller's router) or a choice of one (`MenuChoice`).
 */
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cx } from '@/lib/cx'
import { Spinner } from './Spinner'

const ITEM =
  'flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-control px-3 text-left text-sm font-medium text-ink outline-none data-[disabled]:cursor-not-allowed data-[disabled]:text-muted data-[highlighted]:bg-grey-soft [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted'

type MenuProps = {
  /** The button that opens it, as an element: it receives the menu's props. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
}

export function Menu({ trigger, children, align = 'end', className }: MenuProps) {
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      {/* The list opens beside its button in the page's order, so it belongs to the same landmark. */}
      <span ref={setBeside} className="contents" />
      <Base.Portal container={beside}>
        <Base.Positioner
          positionMethod="fixed"
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <Base.Popup
            className={cx(
              'min-w-56 origin-(--transform-origin) rounded-card border border-line bg-surface p-1.5 shadow-float outline-none transition-[transform,opacity] duration-150 data-[ending-style]:scale-[0.98] data-[starting-style]:scale-[0.98] data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = {
  icon?: ReactNode
  children: ReactNode
  /** Given where it takes a while: the menu stays open, and shows that it is at work. */
  busy?: boolean
  onClick: () => void
}

export function MenuItem({ icon, children, busy, onClick }: ItemProps) {
  return (
    <Base.Item
      className={ITEM}
      closeOnClick={busy === undefined}
      disabled={busy}
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      {busy ? <Spinner className="size-4.5" /> : icon}
      {children}
    </Base.Item>
  )
}

export function MenuLink({ icon, children, render }: { icon?: ReactNode; children: ReactNode; render: ReactElement }) {
  return (
    <Base.LinkItem className={ITEM} render={render} closeOnClick>
      {icon}
      {children}
    </Base.LinkItem>
  )
}

export function MenuLine() {
  return <Base.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  items: readonly { value: V; label: string; icon?: ReactNode }[]
}

export function MenuChoice<V extends string>({ label, value, onChange, items }: ChoiceProps<V>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 pt-2 pb-1 font-semibold text-muted text-xs">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
        {items.map((item) => (
          <Base.RadioItem key={item.value} value={item.value} className={ITEM}>
            {item.icon}
            <span className="flex-1">{item.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden="true" className="text-lawn!" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
