/**
 * Popover: a panel beside a button for a short list with actions of its own, where a menu of single words is too
 * little. It is part of the page, not a dialog over it: Escape, a press beside it and moving on close it. The caller
 * says when it is open, so that a link inside can close it.
 */
import { Popover as Base } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cx } from '@/lib/cx'

type PopoverProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens it, as an element: it receives the panel's props. */
  trigger: ReactElement
  title: string
  /** Beside the title. */
  actions?: ReactNode
  children: ReactNode
  className?: string
}

export function Popover({ open, onOpenChange, trigger, title, actions, children, className }: PopoverProps) {
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      {/* It opens beside its button in the page's order, so it belongs to the same landmark. */}
      <span ref={setBeside} className="contents" />
      <Base.Portal container={beside}>
        <Base.Positioner
          positionMethod="fixed"
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <Base.Popup
            className={cx(
              'flex max-h-[min(36rem,var(--available-height))] w-[min(25rem,calc(100vw-1.5rem))] origin-(--transform-origin) flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float outline-none transition-[transform,opacity] duration-150 data-[ending-style]:scale-[0.98] data-[starting-style]:scale-[0.98] data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
              className,
            )}
          >
            <div className="flex min-h-13 items-center justify-between gap-3 border-line border-b py-1 pr-2 pl-4">
              <Base.Title className="text-base">{title}</Base.Title>
              {actions}
            </div>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
