/** Benefits of the plans, below them: why this rather than a form and a spreadsheet, and whom to ask about more. */
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, Clock, Landmark, ShieldCheck } from 'lucide-react'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { CONTACT_SALES, SALES_TEXT, SALES_TITLE, WHY, whyTitle } from '../messages'

const ICONS = [ShieldCheck, Clock, ChartNoAxesColumn, Landmark]

export function PlanBenefits() {
  const { name } = useSite()
  return (
    <>
      <section aria-labelledby="why" className="mt-16 border-line border-t pt-10 sm:mt-20">
        <h2 id="why" className="text-xl">
          {whyTitle(name)}
        </h2>
        <ul className="mt-7 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {WHY.map(({ title, text }, at) => {
            const Icon = ICONS[at] ?? ShieldCheck
            return (
              <li key={title}>
                <Icon aria-hidden="true" className="size-6 text-lawn" />
                <h3 className="mt-3 text-base">{title}</h3>
                <p className="mt-1.5 text-muted text-sm">{text}</p>
              </li>
            )
          })}
        </ul>
      </section>
      <section
        aria-labelledby="sales"
        className="mt-14 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-card bg-field px-6 py-8 text-field-ink sm:px-10"
      >
        <div className="max-w-[52ch]">
          <h2 id="sales" className="text-lg sm:text-xl">
            {SALES_TITLE}
          </h2>
          <p className="mt-2">{SALES_TEXT}</p>
        </div>
        <Link {...paths.contact('sales')} className={buttonClass()}>
          {CONTACT_SALES}
        </Link>
      </section>
    </>
  )
}
