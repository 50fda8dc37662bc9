/** Account menu of the signed-in person: profile, contests, theme, log-out. Loaded only when somebody is signed in. */
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Activity,
  ChevronDown,
  IndianRupee,
  LayoutDashboard,
  LogOut,
  Monitor,
  Moon,
  ReceiptIndianRupee,
  Sun,
  Trophy,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { endSession, type Person } from '@/api/session'
import { paths } from '@/app/paths'
import { logOut } from '@/features/accounts/api'
import { SIGN_OUT_FAILED, UNSENT_GOES } from '@/features/accounts/messages'
import { hasUnsent } from '@/lib/storage'
import { chooseTheme, useTheme } from '@/lib/theme'
import { Avatar } from '@/ui/Avatar'
import { lazyDialog } from '@/ui/lazyDialog'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink } from '@/ui/Menu'
import { toast } from '@/ui/toast'

const SignOutQuestion = lazyDialog(() => import('@/ui/ConfirmDialog').then((file) => file.ConfirmDialog))

const THEMES = [
  { value: 'system', label: 'As the device', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

export function AccountMenu({ person }: { person: Person }) {
  const navigate = useNavigate()
  const theme = useTheme()
  const [leaving, setLeaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const signOut = async () => {
    setAsking(false)
    setLeaving(true)
    try {
      await endSession(logOut, () => navigate(paths.home()))
    } catch (error) {
      toast.error(failureText(error, SIGN_OUT_FAILED))
    } finally {
      setLeaving(false)
    }
  }
  const trigger = (
    <button
      type="button"
      className="-mx-1.5 flex h-11 items-center gap-2 rounded-control px-1.5 font-medium text-sm hover:bg-grey-soft"
    >
      <span className="sr-only">Account: {person.fullName}</span>
      <Avatar name={person.fullName} picture={person.picture} />
      <span aria-hidden="true" className="hidden max-w-[120px] truncate sm:block md:hidden lg:block">
        {person.fullName}
      </span>
      <ChevronDown aria-hidden="true" className="hidden size-4 text-muted sm:block" />
    </button>
  )
  const signOutDialog = (
    <SignOutQuestion
      open={asking}
      onClose={() => setAsking(false)}
      onConfirm={() => void signOut()}
      title="Sign out?"
      body={UNSENT_GOES}
      confirmLabel="Sign out"
      danger
    />
  )
  return (
    <>
      {signOutDialog}
      <Menu trigger={trigger} className="w-64">
        <div className="px-3 py-2">
          <p className="truncate font-semibold text-sm">{person.fullName}</p>
          <p className="truncate text-muted text-xs">{person.email}</p>
        </div>
        <MenuLine />
        <MenuLink icon={<LayoutDashboard aria-hidden="true" />} render={<Link {...paths.dashboard()} />}>
          Dashboard
        </MenuLink>
        <MenuLink icon={<UserRound aria-hidden="true" />} render={<Link {...paths.profile()} />}>
          My Profile
        </MenuLink>
        <MenuLink icon={<Trophy aria-hidden="true" />} render={<Link {...paths.myContests()} />}>
          My Contests
        </MenuLink>
        <MenuLink icon={<ReceiptIndianRupee aria-hidden="true" />} render={<Link {...paths.purchases()} />}>
          Purchases
        </MenuLink>
        {person.roles.includes('ADMIN') ? (
          <>
            <MenuLink icon={<IndianRupee aria-hidden="true" />} render={<Link {...paths.sales()} />}>
              Sales
            </MenuLink>
            <MenuLink icon={<Activity aria-hidden="true" />} render={<Link {...paths.operations()} />}>
              Operations
            </MenuLink>
          </>
        ) : null}
        <MenuLine />
        <MenuChoice label="Theme" value={theme} onChange={chooseTheme} items={THEMES} />
        <MenuLine />
        <MenuItem
          icon={<LogOut aria-hidden="true" />}
          busy={leaving}
          onClick={() => (hasUnsent() ? setAsking(true) : void signOut())}
        >
          {leaving ? 'Signing out…' : 'Sign out'}
        </MenuItem>
      </Menu>
    </>
  )
}
