/** Closing section of the landing page: the next step, by who is reading. */
import { Link } from '@tanstack/react-router'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'

export function ClosingSection() {
  const session = useSession()
  const { instituteDomains } = useSite()
  const signedIn = session.state === 'in'
  return (
    <section aria-labelledby="closing" className="wrap-page">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6 rounded-card bg-field px-6 py-10 text-field-ink sm:px-10 sm:py-12">
        <div>
          <h2 id="closing" className="max-w-[20ch] text-xl sm:text-2xl">
            {signedIn ? 'There is a seat on the quad for you.' : 'Come and sit on the quad.'}
          </h2>
          <p className="mt-3 max-w-[46ch] opacity-90">
            {signedIn
              ? 'Find the people who like what you like, or see what is on this week.'
              : instituteDomains[0]
                ? `Your @${instituteDomains[0]} address is all it takes.`
                : 'An account takes a minute.'}
          </p>
        </div>
        <div className="flex min-h-11 flex-wrap gap-3">
          {signedIn ? (
            <>
              <Link {...paths.clubs()} className={WAY}>
                Browse Clubs
              </Link>
              <Link {...paths.events()} className={WAY}>
                View Events
              </Link>
            </>
          ) : session.state === 'out' ? (
            <Link {...paths.signUp()} className={WAY}>
              Sign Up
            </Link>
          ) : null}
        </div>
      </div>
    </section>
  )
}

const WAY = buttonClass({ className: 'border-transparent focus-visible:outline-field-ink' })
