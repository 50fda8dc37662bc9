/** /contactus: the form, and the other ways: e-mail and phone where they are set, the profile. `?topic=sales` asks about plans. */
import { Link, useSearch } from '@tanstack/react-router'
import { Mail, Phone, Trophy, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { EnquiryForm } from '@/features/enquiries/components/EnquiryForm'
import { useTitle } from '@/lib/useTitle'
import { mailTo } from './components/PolicyText'
import { CONTACT } from './policyMessages'

export default function ContactPage() {
  useTitle(CONTACT.title)
  const site = useSite()
  const session = useSession()
  const { topic } = useSearch({ from: '/site/contactus' })
  return (
    <div className="wrap-page pb-8">
      <header className="max-w-[40rem] pt-10 pb-8 sm:pt-16 sm:pb-12">
        <h1 className="text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:text-3xl">{CONTACT.title}</h1>
        <p className="mt-5 text-lg text-muted leading-normal">{CONTACT.lead(site)}</p>
      </header>
      <div className="grid gap-x-16 gap-y-12 border-line border-t pt-8 md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,40rem)_minmax(16rem,1fr)]">
        <section aria-labelledby="write">
          <h2 id="write" className="text-xl">
            {CONTACT.form}
          </h2>
          <div className="mt-6">
            <EnquiryForm key={topic} topic={topic === 'sales' ? 'sales' : 'contact'} />
          </div>
        </section>
        <section aria-labelledby="ways" className="lg:border-line lg:border-l lg:pl-16">
          <h2 id="ways" className="text-lg">
            {CONTACT.ways}
          </h2>
          <dl className="mt-6 grid gap-6">
            {site.contactEmail ? (
              <Way icon={<Mail aria-hidden="true" />} title={CONTACT.email}>
                <a href={mailTo(site.contactEmail)} className="link inline-flex min-h-11 items-center break-all">
                  {site.contactEmail}
                </a>
              </Way>
            ) : null}
            {site.contactPhone ? (
              <Way icon={<Phone aria-hidden="true" />} title={CONTACT.phone}>
                <a
                  href={`tel:${site.contactPhone.replace(/[^\d+]/g, '')}`}
                  className="link num inline-flex min-h-11 items-center"
                >
                  {site.contactPhone}
                </a>
              </Way>
            ) : null}
            <Way icon={<UserRound aria-hidden="true" />} title={CONTACT.account}>
              <Link {...paths.profile()} className="link inline-flex min-h-11 items-center">
                {CONTACT.profile}
              </Link>
              <span className="block text-muted text-sm">
                {session.state === 'out' ? CONTACT.profileGuest : CONTACT.profileText}
              </span>
            </Way>
            <Way icon={<Trophy aria-hidden="true" />} title={CONTACT.contest}>
              <span className="mt-1 block text-muted text-sm">{CONTACT.contestText}</span>
            </Way>
          </dl>
        </section>
      </div>
    </div>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:text-muted">
      <dt className="col-span-2 grid grid-cols-subgrid font-semibold text-sm">
        {icon}
        {title}
      </dt>
      <dd className="col-start-2">{children}</dd>
    </div>
  )
}
