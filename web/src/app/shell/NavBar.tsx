/**
 * Navigation bar: where one can go, and who is signed in. Guests see Log In and Sign Up, a skeleton stands while that
 * is not known. On a phone the links fold into a panel below the bar.
 */
import { Link, useLocation, useRouterState } from '@tanstack/react-router'
import { ChevronDown, Menu as MenuIcon, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession, useSite } from '@/api/session'
import { nextOf, paths } from '@/app/paths'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { buttonClass } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import { Logo } from './Logo'
import { type NavItem, navItems } from './navItems'

// The menus bring a library that a guest's first page and the contest screen can do without.
const AccountMenu = lazy(() =>
  retryUntilLoaded(() => import('./AccountMenu')).then((file) => ({ default: file.AccountMenu })),
)
const Bell = lazy(() =>
  retryUntilLoaded(() => import('@/features/notify/components/NotificationBell')).then((file) => ({
    default: file.NotificationBell,
  })),
)
const DropdownMenu = lazy(() =>
  retryUntilLoaded(() => import('./DropdownMenu')).then((file) => ({ default: file.DropdownMenu })),
)

const LINK =
  'relative flex h-11 items-center gap-1 rounded-control px-2 font-medium text-muted text-sm transition-colors duration-150 hover:text-ink'
const HERE = 'text-ink after:absolute after:inset-x-2 after:-bottom-2 after:h-0.5 after:bg-lawn'

export function NavBar() {
  const { name } = useSite()
  const [open, setOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the panel
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    if (!open) return
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onEscape)
    return () => document.removeEventListener('keydown', onEscape)
  }, [open])

  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper print:hidden">
      <div className="wrap-page flex h-15 items-center gap-3 sm:gap-6">
        <Link {...paths.home()} className="flex h-11 items-center rounded-control" aria-label={`${name}, home`}>
          <Logo name={name} />
        </Link>
        <nav aria-label="Main" className="hidden md:block">
          <ul className="flex items-center gap-2">
            {navItems.map((item) => (
              <li key={item.label}>
                <NavEntry item={item} />
              </li>
            ))}
          </ul>
        </nav>
        <span className="flex-1" />
        <Account />
        <button
          type="button"
          aria-expanded={open}
          aria-controls="phone-menu"
          onClick={() => setOpen(!open)}
          className="-mr-2 grid size-11 place-items-center rounded-control md:hidden"
        >
          {open ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
          <span className="sr-only">Menu</span>
        </button>
      </div>
      <PhoneMenu open={open} />
    </header>
  )
}

function NavEntry({ item }: { item: NavItem }) {
  if (item.kind === 'link') {
    return (
      <Link
        to={item.href}
        className={LINK}
        activeOptions={{ exact: item.href === '/' }}
        activeProps={{ className: HERE }}
      >
        {item.label}
      </Link>
    )
  }
  // Until the menu has come, its name leads to the page of all.
  const closed = (
    <Link to={item.href} className={LINK}>
      {item.label}
      <ChevronDown aria-hidden="true" className="size-4" />
    </Link>
  )
  return (
    <Suspense fallback={closed}>
      <DropdownMenu label={item.label} items={item.items} className={LINK} />
    </Suspense>
  )
}

/** Where logging in leads back to: an invitation is not lost by the buttons up here, nor what the account pages carry. */
function useNext(): string | undefined {
  const location = useLocation()
  return location.pathname === '/invite' ? location.href : nextOf(location)
}

function Account() {
  const session = useSession()
  const next = useNext()
  if (session.state === 'loading') return <AccountSkeleton />
  if (session.state === 'in') {
    return (
      <div className="flex items-center gap-1 sm:gap-2">
        <Suspense fallback={<span className="size-11" />}>
          <Bell />
        </Suspense>
        <Suspense fallback={<AccountSkeleton />}>
          <AccountMenu person={session.user} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="flex items-center gap-2">
      <Link
        {...paths.login(next)}
        className={buttonClass({ variant: 'ghost', size: 'sm', className: 'max-[359px]:hidden' })}
      >
        Log In
      </Link>
      <Link {...paths.signUp(next)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
        Sign Up
      </Link>
    </div>
  )
}

function AccountSkeleton() {
  return (
    <span className="flex items-center gap-2" role="status" aria-label="Loading account">
      <Skeleton className="size-8 rounded-full" />
      <Skeleton className="hidden h-4 w-20 sm:block" />
    </span>
  )
}

function PhoneMenu({ open }: { open: boolean }) {
  const session = useSession()
  const next = useNext()
  const rows = navItems.flatMap((item) => (item.kind === 'link' ? [item] : item.items))
  return (
    <nav id="phone-menu" aria-label="Menu" hidden={!open} className="border-line border-t bg-paper md:hidden">
      <ul className="wrap-page grid py-2">
        {rows.map((row) => (
          <li key={row.href}>
            <Link
              to={row.href}
              activeOptions={{ exact: row.href === '/' }}
              className="flex h-12 items-center border-line border-b font-medium"
              activeProps={{ className: 'text-lawn' }}
            >
              {row.label}
            </Link>
          </li>
        ))}
        {session.state === 'out' ? (
          <li className="flex gap-3 py-4">
            <Link {...paths.login(next)} className={buttonClass({ className: 'flex-1' })}>
              Log In
            </Link>
            <Link {...paths.signUp(next)} className={buttonClass({ variant: 'primary', className: 'flex-1' })}>
              Sign Up
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
