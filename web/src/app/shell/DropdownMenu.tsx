/** Dropdown menu: an item of the navigation that opens a list of links. Loaded when the navigation has one. */
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Menu, MenuLink } from '@/ui/Menu'

type DropMenuProps = { label: string; items: { label: string; href: string }[]; className: string }

export function DropdownMenu({ label, items, className }: DropMenuProps) {
  const trigger = (
    <button type="button" className={className}>
      {label}
      <ChevronDown aria-hidden="true" className="size-4" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {items.map((item) => (
        <MenuLink key={item.href} render={<Link to={item.href} />}>
          {item.label}
        </MenuLink>
      ))}
    </Menu>
  )
}
