/** Hero, the first screen of the landing page: one sentence, two ways on, and a question to try. */
import { Link } from '@tanstack/react-router'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { Spinner } from '@/ui/Spinner'
import { SampleQuestion } from './SampleQuestion'

export function Hero() {
  const site = useSite()
  const session = useSession()
  return (
    <div className="wrap-page grid gap-x-16 gap-y-12 pt-10 pb-14 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-center">
      <div>
        {/* Its line is kept while the name is on its way. */}
        <p className="min-h-[1lh] font-semibold text-lawn text-sm">{site.instituteName}</p>
        <h1 className="mt-3 max-w-[8.62em] text-[2.5rem] leading-[1.02] tracking-[-0.03em] sm:text-[4rem]">
          Half past six. The whole campus, one quiz.
        </h1>
        <p className="mt-6 max-w-[31em] text-muted sm:text-lg sm:leading-normal">
          Timed contests that begin for everybody on the same second, keep every answer when the Wi-Fi gives up, and
          show the board to all at once.
        </p>
        <div className="mt-8 flex min-h-11 flex-wrap items-center gap-3">
          {session.state === 'loading' ? <Spinner label="Checking login" className="text-lawn" /> : null}
          {session.state === 'out' ? (
            <>
              <Link {...paths.signUp()} className={buttonClass({ variant: 'primary' })}>
                Join Your Club Today
              </Link>
              <Link {...paths.walkthrough()} className={buttonClass()}>
                Watch Demo
              </Link>
            </>
          ) : null}
          {session.state === 'in' ? (
            <>
              <Link {...paths.dashboard()} className={buttonClass({ variant: 'primary' })}>
                Go to Dashboard
              </Link>
              <Link {...paths.clubs()} className={buttonClass()}>
                Browse Clubs
              </Link>
            </>
          ) : null}
        </div>
        {site.studentsClaim ? <p className="mt-5 text-muted text-sm">{site.studentsClaim}</p> : null}
      </div>
      <SampleQuestion guest={session.state !== 'in'} />
    </div>
  )
}
