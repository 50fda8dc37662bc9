/**
 * Policy frame around every policy page: title, what it is about, when it was last changed; below it, whom to ask and
 * the other pages.
 */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Skeleton } from '@/ui/Skeleton'
import type { Policy, Section } from '../policyMessages'
import { LAST_UPDATED, OTHER_PAGES, POLICY_NAMES, QUESTIONS, USE, WRITE_TO } from '../policyMessages'
import { AskLink, PolicyText } from './PolicyText'

const PAGES = [
  { label: POLICY_NAMES.privacy, target: paths.privacy() },
  { label: POLICY_NAMES.terms, target: paths.terms() },
  { label: POLICY_NAMES.refunds, target: paths.refunds() },
  { label: POLICY_NAMES.shipping, target: paths.shipping() },
  { label: POLICY_NAMES.contact, target: paths.contact() },
]

type PolicyFrameProps = { policy: Policy; actions?: ReactNode; notice?: ReactNode; children?: ReactNode }

/** Shows the sections one below the other, unless `children` show them in another way. */
export function PolicyFrame({ policy, actions, notice, children }: PolicyFrameProps) {
  useTitle(policy.title)
  const site = useSite()
  return (
    <div className="wrap-page pb-8">
      <header className="pt-10 pb-8 sm:pt-16 sm:pb-12">
        <div className="max-w-[40rem]">
          <h1 className="text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:text-3xl">{policy.title}</h1>
          <p className="mt-5 text-lg text-muted leading-normal">{policy.lead}</p>
        </div>
        <div className="mt-6 flex min-h-11 flex-wrap items-center gap-x-6 gap-y-3">
          {site.policiesUpdated ? (
            <p className="text-muted text-sm">
              {LAST_UPDATED} <span className="font-semibold text-ink">{site.policiesUpdated}</span>
            </p>
          ) : null}
          {site.known ? actions : null}
        </div>
        {notice ? <div className="mt-4 max-w-[40rem]">{notice}</div> : null}
      </header>
      {site.known ? (
        (children ?? policy.sections.map((section) => <Part key={section.id} section={section} />))
      ) : (
        // Names and switches of the site stand in the sentences, and change how long they are.
        <Skeleton className="h-[40rem]" />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-4 border-line border-t pt-8">
        <p>
          <span className="font-semibold">{QUESTIONS}</span> {site.contactEmail ? WRITE_TO : USE}{' '}
          <AskLink subject={policy.title} />.
        </p>
        <nav aria-label={OTHER_PAGES}>
          <ul className="flex flex-wrap gap-x-6">
            {PAGES.map(({ label, target }) => (
              <li key={target.to}>
                <Link
                  {...target}
                  className="inline-flex min-h-11 items-center text-muted text-sm hover:text-ink"
                  activeProps={{ className: 'font-semibold text-ink' }}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}

function Part({ section }: { section: Section }) {
  return (
    <section
      aria-labelledby={section.id}
      className="grid gap-x-12 gap-y-3 border-line border-t py-8 md:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <h2 id={section.id} className="scroll-mt-20 text-lg">
        {section.title}
      </h2>
      <div className="grid max-w-[66ch] content-start gap-4">
        <PolicyText blocks={section.blocks} />
      </div>
    </section>
  )
}
