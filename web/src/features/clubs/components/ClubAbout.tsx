/** About a club: what it says about itself, and its links to elsewhere. */
import { ExternalLink } from 'lucide-react'
import { renderRows } from '@/ui/RowBoundary'
import { ABOUT, LINKS, NO_ABOUT } from '../messages'
import type { Club } from '../model'

export function ClubAbout({ club }: { club: Club }) {
  return (
    <section aria-label={ABOUT}>
      <h2 className="text-lg">{ABOUT}</h2>
      {club.description ? (
        <p className="mt-2 max-w-[68ch] whitespace-pre-line">{club.description}</p>
      ) : (
        <p className="mt-2 text-muted">{NO_ABOUT}</p>
      )}
      {club.links.length > 0 ? (
        <ul aria-label={LINKS} className="mt-3 flex flex-wrap gap-x-6">
          {renderRows(
            'li',
            club.links,
            ({ label, url }) => (
              <li key={`${label} ${url}`} className="min-w-0">
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="link inline-flex min-h-11 items-center gap-1.5 break-all"
                >
                  {label}
                  <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
                  <span className="sr-only">(opens a new window)</span>
                </a>
              </li>
            ),
            ({ label, url }) => `${label} ${url}`,
          )}
        </ul>
      ) : null}
    </section>
  )
}
