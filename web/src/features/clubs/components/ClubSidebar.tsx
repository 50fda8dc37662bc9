/**
 * Sidebar of a club's page: the search for another club, and the menu of its tabs, where what members see stands apart
 * from the tools of those who manage it. On a phone both lie above the page, the menu in a row that scrolls.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Bell,
  CalendarDays,
  ImagePlus,
  Images,
  Info,
  type LucideIcon,
  MessageSquareHeart,
  UsersRound,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { useScrollSelectedIntoView } from '@/lib/useScrollSelectedIntoView'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { Skeleton } from '@/ui/Skeleton'
import { foundClubsQuery } from '../api'
import * as messages from '../messages'
import { type Club, isManaged, type Tab } from '../model'
import { ClubMark } from './ClubMark'

const ICONS: Record<Tab, LucideIcon> = {
  'club-details': Info,
  events: CalendarDays,
  members: UsersRound,
  gallery: ImagePlus,
  notifications: Bell,
  showgallery: Images,
  feedback: MessageSquareHeart,
}

type ClubSidebarProps = { club: Pick<Club, 'name' | 'shortName'>; tabs: readonly Tab[]; tab: Tab }

export function ClubSidebar({ club, tabs, tab }: ClubSidebarProps) {
  const managed = tabs.filter(isManaged)
  const row = useRef<HTMLElement>(null)
  useScrollSelectedIntoView(row, tab + tabs.length)
  return (
    <aside aria-label="Clubs" className="relative z-10 min-w-0 lg:sticky lg:top-20 lg:self-start">
      <ClubSearch />
      <nav
        ref={row}
        aria-label={club.name}
        className="-mx-4 relative mt-4 flex gap-1 overflow-x-auto overscroll-x-contain border-line border-b px-4 [scrollbar-width:none] sm:mx-0 sm:px-0 lg:mt-5 lg:grid lg:gap-5 lg:overflow-visible lg:border-0"
      >
        <Rows club={club} tabs={tabs.filter((one) => !isManaged(one))} tab={tab} />
        {managed.length > 0 ? (
          <div className="contents lg:block">
            <p id="club-tools" className="mb-1 px-3 font-semibold text-muted text-xs max-lg:sr-only">
              {messages.MANAGE}
            </p>
            <Rows club={club} tabs={managed} tab={tab} labelledBy="club-tools" />
          </div>
        ) : null}
      </nav>
    </aside>
  )
}

function Rows({ club, tabs, tab, labelledBy }: ClubSidebarProps & { labelledBy?: string }) {
  return (
    <ul
      aria-labelledby={labelledBy}
      className={cx('flex gap-1 lg:grid', labelledBy && 'max-lg:ml-1 max-lg:border-line max-lg:border-l max-lg:pl-2')}
    >
      {tabs.map((one) => {
        const Icon = ICONS[one]
        const here = one === tab
        return (
          <li key={one}>
            <Link
              {...paths.club(club.shortName, one === 'club-details' ? undefined : one)}
              aria-current={here ? 'page' : undefined}
              // Only with the same search: the plain address would count as a part of every tab's.
              activeOptions={{ exact: true }}
              resetScroll={false}
              className={cx(
                'flex h-11 shrink-0 items-center gap-2.5 whitespace-nowrap border-transparent border-b-2 px-3 font-[550] text-muted text-sm -outline-offset-2 transition-colors duration-150 hover:text-ink lg:rounded-control lg:border-0',
                here && 'border-lawn text-ink lg:bg-lawn-soft lg:text-lawn',
              )}
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0 max-lg:hidden" />
              {messages.TAB_WORDS[one]}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Finds as one types; Enter shows everything that matches on the page of all clubs. */
function ClubSearch() {
  const [asked, setAsked] = useState('')
  const navigate = useNavigate()
  const found = useQuery({ ...foundClubsQuery(asked), enabled: asked !== '' })
  const place = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (asked === '') return
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setAsked('')
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [asked])

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && asked !== '') {
      event.preventDefault()
      setAsked('')
      place.current?.querySelector('input')?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('input, [data-found] a') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <search className="relative z-10 block">
      <form
        ref={place}
        onKeyDown={keys}
        // By the keyboard: what has the focus next must not lie below the list.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setAsked('')
        }}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = place.current?.querySelector('input')?.value.trim() ?? ''
          void navigate(typed ? paths.foundClubs(typed) : paths.clubs())
        }}
      >
        <SearchBox
          label={messages.SEARCH_CLUBS}
          value={asked}
          onChange={(typed) => {
            // Told after a pause, by which one may be somewhere else.
            if (place.current?.contains(document.activeElement)) setAsked(typed)
          }}
        />
        <p role="status" className="sr-only">
          {asked !== '' && found.data ? messages.countOf(found.data.total, 'club') : ''}
        </p>
        {asked === '' ? null : (
          <div
            data-found
            className="absolute inset-x-0 top-full mt-2 grid max-h-80 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float"
          >
            {found.isPending ? (
              <div className="grid gap-2 p-1.5">
                <Skeleton className="h-11" />
                <Skeleton className="h-11" />
              </div>
            ) : found.isError ? (
              <p role="alert" className="px-3 py-2.5 text-brick text-sm">
                {failureText(found.error, messages.CLUBS_FAILED)}
              </p>
            ) : found.data.clubs.length === 0 ? (
              <p className="px-3 py-2.5 text-muted text-sm">{messages.nothingMatches(asked)}</p>
            ) : (
              <ul>
                {renderRows('li', found.data.clubs, (club) => (
                  <li key={club.id}>
                    <Link
                      {...paths.club(club.shortName)}
                      onClick={() => setAsked('')}
                      className="flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 font-medium text-sm -outline-offset-2 hover:bg-grey-soft"
                    >
                      <ClubMark club={club} className="size-8 text-sm" />
                      <span className="ink min-w-0">{club.name}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            <Link
              {...paths.clubs()}
              className="flex min-h-11 items-center rounded-control px-3 text-lawn text-sm -outline-offset-2 hover:bg-grey-soft"
            >
              {messages.ALL_CLUBS}
            </Link>
          </div>
        )}
      </form>
    </search>
  )
}
