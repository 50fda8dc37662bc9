/** Numbers of this site so far, and the quad with everybody on it. */
import { useSite } from '@/api/session'
import { Skeleton } from '@/ui/Skeleton'
import { QuadPlan } from './QuadPlan'

export function SiteNumbers() {
  const { counts } = useSite()
  const facts = [
    { n: counts?.students, one: 'student', many: 'students' },
    { n: counts?.contests, one: 'contest', many: 'contests' },
    { n: counts?.answers, one: 'answer given', many: 'answers given' },
  ]
  return (
    <section aria-label="In numbers" className="wrap-page pb-14 sm:pb-20">
      <QuadPlan students={counts?.students} />
      <dl className="mt-8 grid grid-cols-3 gap-4 sm:flex sm:gap-16">
        {facts.map((fact) => (
          <div key={fact.many} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-sm">{fact.n === 1 ? fact.one : fact.many}</dt>
            <dd className="num font-[650] font-display text-xl tracking-[-0.02em] sm:text-3xl">
              {fact.n === undefined ? <Skeleton className="h-[1lh] w-20" /> : fact.n.toLocaleString('en-US')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
