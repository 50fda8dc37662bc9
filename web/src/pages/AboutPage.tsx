/** /about: what this is, how contests are run and ranked, what is kept about a person. Plain text, no claims. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'

export default function AboutPage() {
  useTitle('About')
  const site = useSite()
  const here = site.instituteName || 'this campus'
  const domains = site.instituteDomains.map((domain) => `@${domain}`).join(' or ')
  return (
    <div className="wrap-page pb-8">
      <header className="max-w-[40rem] pt-10 pb-10 sm:pt-16 sm:pb-14">
        <h1 className="text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:text-3xl">About {site.name}</h1>
        <p className="mt-5 text-lg text-muted leading-normal">
          {site.name} is where {here} holds its quiz contests: students take them, clubs and organisers set them, and
          the results can be checked by everyone who took part.
        </p>
      </header>
      <Part title="Who can use it">
        <p>
          {domains
            ? `Anyone with an address ending in ${domains}. ${site.mail ? 'The address is checked by a mailed link when you register, so every name on a board belongs to somebody at the institute.' : 'No mail is set up at present, so an address is taken as it is entered.'}`
            : `Anyone at ${here} who registers with an e-mail address.`}
        </p>
        <p>
          Taking contests and voting in polls cost nothing.{' '}
          {site.billing
            ? 'Making one of your own takes a creation, which comes with a plan; your profile shows how many you have left.'
            : 'Everybody who is logged in may make contests and polls of their own.'}
        </p>
      </Part>
      <Part title="How a contest is run">
        <p>
          A contest has a start and an end, shown in the institute’s time ({site.timeZone}). Questions leave the server
          only after the start and only to people who have joined. The countdown follows the server’s clock, whatever
          the clock of your device says.
        </p>
        <p>
          Each question can be answered once; the first answer stands. An answer is shown as saved when the server has
          written it down, not before. Until then it waits on your device and is sent again automatically, even after a
          reload or an hour without a network. At the end every open attempt counts as submitted, whether you press
          Submit or not.
        </p>
      </Part>
      <Part title="How ranks are made">
        <p>
          More correct answers come first. With the same number, fewer wrong ones. With the same again, less time
          between joining and the last answer; an answer to a question that was later declared void, or given to
          everybody, does not lengthen it. People equal on all three share the rank, and the next one is left out: 1, 2,
          2, 4.
        </p>
        <p>
          A contest can have marks of its own, such as +4 for a right answer and −1 for a wrong one. More marks then
          come first. The rule is shown before you start, above each question and on the board.
        </p>
        <p>
          The board opens after the end, for everybody at once, and says the same to all. People who joined and answered
          nothing are on it too, with zeros. Where the organiser allows it, everybody can then look up their own answers
          and the right ones under{' '}
          <Link {...paths.myContests()} className="link">
            My Contests
          </Link>
          .
        </p>
      </Part>
      <Part title="How a poll is held">
        <p>
          Everyone has one vote, as long as the poll runs. Ballots are secret: that you voted is kept, so that nobody
          votes twice; which option you chose is only counted.
        </p>
      </Part>
      <Part title="What is kept about you">
        <p>
          Your name, institute e-mail, contact number and year; the contests you joined, your answers and when they
          arrived; what you bought; where you are logged in. On a board others see your name and your score. Your e-mail
          address is shown to the organiser of a contest you took, and to administrators.
        </p>
        <p>
          Your password is kept only as a hash that cannot be reversed. On{' '}
          <Link {...paths.profile()} className="link">
            your profile
          </Link>{' '}
          you see and end every session, download everything that is kept about you, and can delete your account. The{' '}
          <Link {...paths.privacy()} className="link">
            privacy policy
          </Link>{' '}
          says the rest.
        </p>
      </Part>
      <Part title="Where it runs">
        <p>
          On a server operated by {here} itself. There is no advertising and no tracking, and nothing on these pages is
          loaded from anywhere else{site.billing ? ', except the payment provider’s window where plans are sold' : ''}.
        </p>
        <p>
          New here? The{' '}
          <Link {...paths.walkthrough()} className="link">
            walkthrough
          </Link>{' '}
          shows a contest from both sides in two minutes.
        </p>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-3 border-line border-t py-8 md:grid-cols-[16rem_minmax(0,1fr)]">
      <h2 className="text-lg">{title}</h2>
      <div className="grid max-w-[66ch] gap-4">{children}</div>
    </section>
  )
}
