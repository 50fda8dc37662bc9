/** Administrator required: tells whoever may not found clubs who does, and where to write. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { CLUBS, CONTACT, ONLY_ADMIN } from '../messages'

export function AdminRequired({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state !== 'in') return null
  if (session.user.roles.includes('ADMIN')) return children
  return (
    <EmptyState
      {...ONLY_ADMIN}
      action={
        <>
          <Link {...paths.contact()} className={buttonClass({ variant: 'primary' })}>
            {CONTACT}
          </Link>
          <Link {...asLeft(paths.clubs())} className={buttonClass()}>
            {CLUBS}
          </Link>
        </>
      }
    />
  )
}
