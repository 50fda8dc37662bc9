/** Footer of every page: whose site this is, the pages that exist, the theme. */
import { Link } from '@tanstack/react-router'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { chooseTheme, type Theme, useTheme } from '@/lib/theme'
import { FocusFrame } from '@/ui/FocusFrame'
import { Logo } from './Logo'
import { navItems } from './navItems'

const POLICIES = [
  { label: 'Contact us', href: hrefOf(paths.contact()) },
  { label: 'Privacy', href: hrefOf(paths.privacy()) },
  { label: 'Terms', href: hrefOf(paths.terms()) },
  { label: 'Refunds', href: hrefOf(paths.refunds()) },
  { label: 'Shipping', href: hrefOf(paths.shipping()) },
  { label: 'Licences', href: hrefOf(paths.licences()) },
]

export function Footer() {
  const site = useSite()
  const links = [
    ...navItems.flatMap((item) => (item.kind === 'link' ? [item] : item.items)),
    { label: 'Walkthrough', href: hrefOf(paths.walkthrough()) },
    ...POLICIES,
  ]
  return (
    <footer className="mt-16 border-line border-t bg-sunk print:hidden">
      <div className="wrap-page flex flex-wrap items-start justify-between gap-x-12 gap-y-8 py-10">
        <div className="max-w-xs">
          <Logo name={site.name} />
          <p className="mt-3 text-muted text-sm">
            {site.instituteName ? `Quiz contests at ${site.instituteName}.` : 'Quiz contests for a campus.'} Run by the
            campus, on its own server.
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="grid grid-cols-2 gap-x-10 sm:grid-flow-col sm:grid-rows-3">
            {links.map((link) => (
              <li key={link.href}>
                <Link to={link.href} className="inline-flex min-h-11 items-center text-muted text-sm hover:text-ink">
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeChoice />
      </div>
    </footer>
  )
}

const THEMES: { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'system', label: 'Theme as the device', Icon: Monitor },
  { value: 'light', label: 'Light theme', Icon: Sun },
  { value: 'dark', label: 'Dark theme', Icon: Moon },
]

function ThemeChoice() {
  const theme = useTheme()
  return (
    <fieldset className="flex rounded-control border border-line-strong bg-surface p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className={cx(
            'relative grid size-11 place-items-center rounded-[6px] text-muted hover:text-ink',
            theme === value && 'bg-grey-soft text-ink',
          )}
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            className="peer sr-only"
          />
          <FocusFrame className="peer-focus-visible:outline-offset-0" />
          <Icon aria-hidden="true" className="size-4.5" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
