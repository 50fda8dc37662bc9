/** /walkthrough: a contest from both sides in a few real screens. By buttons, by the list, by arrow keys. */
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { useScrollSelectedIntoView } from '@/lib/useScrollSelectedIntoView'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { PageHead } from '@/ui/PageHead'
import { WalkthroughScreen } from './components/WalkthroughScreen'
import { STEPS } from './walkthroughSteps'

export default function WalkthroughPage() {
  useTitle('Walkthrough')
  const session = useSession()
  const [at, setAt] = useState(0)
  const last = STEPS.length - 1
  const step = STEPS[at]
  const row = useRef<HTMLOListElement>(null)
  useScrollSelectedIntoView(row, String(at))

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role="menu"]')) return
      if (event.key === 'ArrowRight') setAt((now) => Math.min(last, now + 1))
      if (event.key === 'ArrowLeft') setAt((now) => Math.max(0, now - 1))
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [last])

  if (!step) return null
  return (
    <div className="wrap-page">
      <PageHead title="Walkthrough" lead="A contest from both sides, in real screens. The arrow keys work too." />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <ol ref={row} className="relative flex gap-1 overflow-x-auto max-lg:-mx-4 max-lg:px-4 lg:grid lg:content-start">
          {STEPS.map((one, i) => (
            <li key={one.picture} className="shrink-0">
              <button
                type="button"
                aria-current={i === at ? 'step' : undefined}
                onClick={() => setAt(i)}
                className={cx(
                  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-medium text-muted text-sm hover:text-ink',
                  i === at && 'bg-grey-soft text-ink',
                )}
              >
                <span className="num w-4 text-right">{i + 1}</span>
                {one.title}
              </button>
            </li>
          ))}
        </ol>
        <div>
          <WalkthroughScreen step={step} />
          <div className="mt-5 flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
            <div aria-live="polite" className="min-h-24 max-w-[56ch] flex-1 basis-72">
              <p className="num text-muted text-sm">
                Step {at + 1} of {STEPS.length}
              </p>
              <h2 className="mt-1 text-lg">{step.title}</h2>
              <p className="mt-1 text-muted">{step.caption}</p>
            </div>
            <div className="flex gap-3">
              <Button
                disabled={at === 0}
                icon={<ArrowLeft aria-hidden="true" className="size-4" />}
                onClick={() => setAt(at - 1)}
              >
                Previous
              </Button>
              {at < last ? (
                <Button variant="primary" onClick={() => setAt(at + 1)}>
                  Next
                  <ArrowRight aria-hidden="true" className="size-4" />
                </Button>
              ) : (
                <Link
                  {...(session.state === 'in' ? paths.contests() : paths.signUp())}
                  className={buttonClass({ variant: 'primary' })}
                >
                  {session.state === 'in' ? 'See the contests' : 'Sign Up'}
                </Link>
              )}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
