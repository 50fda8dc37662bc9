/** Navigation items, in the order of the specification. */
import { hrefOf, paths } from '@/app/paths'

export type NavItem =
  | { kind: 'link'; label: string; href: string }
  | { kind: 'menu'; label: string; href: string; items: { label: string; href: string }[] }

export const navItems: NavItem[] = [
  { kind: 'link', label: 'Home', href: hrefOf(paths.home()) },
  {
    kind: 'menu',
    label: 'Clubs',
    href: hrefOf(paths.clubs()),
    items: [
      { label: 'Hobby Club', href: hrefOf(paths.club('hobby')) },
      { label: 'Dramatic Club', href: hrefOf(paths.club('dramatic')) },
      { label: 'All Clubs', href: hrefOf(paths.clubs()) },
      { label: 'All Events', href: hrefOf(paths.events()) },
    ],
  },
  { kind: 'link', label: 'Contests', href: hrefOf(paths.contests()) },
  { kind: 'link', label: 'Polls', href: hrefOf(paths.polls()) },
  { kind: 'link', label: 'Pricing', href: hrefOf(paths.pricing()) },
  { kind: 'link', label: 'About', href: hrefOf(paths.about()) },
]
