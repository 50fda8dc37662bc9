/**
 * The items of the navigation in the order of the specification. Those of areas that do not exist yet are in the
 * table already and left out by existing.ts.
 */
import { existing } from '@/app/existing'
import { hrefOf, laterPaths, paths } from '@/app/paths'

export type NavItem =
  | { kind: 'link'; label: string; href: string }
  | { kind: 'menu'; label: string; items: { label: string; href: string }[] }

type Entry = NavItem & { shown?: boolean }

const TABLE: Entry[] = [
  { kind: 'link', label: 'Home', href: hrefOf(paths.home()) },
  {
    kind: 'menu',
    label: 'Clubs',
    shown: existing.clubs,
    items: [
      { label: 'Hobby Club', href: laterPaths.club('hobby') },
      { label: 'Dramatic Club', href: laterPaths.club('dramatic') },
    ],
  },
  { kind: 'link', label: 'Contests', href: hrefOf(paths.contests()) },
  { kind: 'link', label: 'Polls', href: hrefOf(paths.polls()) },
  { kind: 'link', label: 'Pricing', href: hrefOf(paths.pricing()) },
  { kind: 'link', label: 'About', href: hrefOf(paths.about()) },
]

export const navItems: NavItem[] = TABLE.filter((entry) => entry.shown !== false)
