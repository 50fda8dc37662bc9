/** Feature grid of the landing page: what one can do here. */
import {
  Bell,
  CalendarDays,
  ClipboardPaste,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  Smartphone,
  Users,
} from 'lucide-react'
import { useSite } from '@/api/session'

type Feature = { Icon: LucideIcon; title: string; text: string }

const FEATURES: Feature[] = [
  {
    Icon: ClipboardPaste,
    title: 'Write a contest in ten minutes',
    text: 'Three small steps per question with a live preview, or paste the whole list at once. Publish when it is ready.',
  },
  {
    Icon: Smartphone,
    title: 'Take it on any phone',
    text: 'Big rows, the clock in sight, Previous and Next under the thumb. On a desk, A to D and the arrow keys.',
  },
  {
    Icon: ListOrdered,
    title: 'See where you stand',
    text: 'A podium, the full table, and a histogram with your place in it. Organisers see how each question did.',
  },
  {
    Icon: Users,
    title: 'Find your club',
    text: 'Who they are, what they do next, and a way in. Connect with peers who like what you like.',
  },
  {
    Icon: CalendarDays,
    title: 'Events with a real form',
    text: 'Clubs ask what they need to know, you register once, everyone knows who is coming.',
  },
  {
    Icon: Bell,
    title: 'Told when it matters',
    text: 'Results are ready, your membership is accepted, the event is tomorrow. On your phone or by mail, only if you want.',
  },
]

/** Only where an address of the institute is asked for are accounts made with one. Both are equally long: which it is comes late. */
const home = (isClosed: boolean): Feature => ({
  Icon: KeyRound,
  title: 'Run by your campus',
  text: isClosed
    ? 'For institute addresses only, run by the institute itself. Your answers go nowhere else.'
    : 'The site is run by the institute itself, and what you answer here goes nowhere else.',
})

export function FeatureGrid() {
  const { instituteDomains } = useSite()
  return (
    <section aria-labelledby="features" className="wrap-page pt-14 sm:pt-20">
      <h2 id="features" className="text-xl sm:text-2xl">
        Made for both sides of the question
      </h2>
      <ul className="mt-8 grid gap-x-12 sm:grid-cols-2">
        {[...FEATURES, home(instituteDomains.length > 0)].map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4 border-line border-t py-6">
            <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-lawn" strokeWidth={1.75} />
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1.5 max-w-[48ch] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
