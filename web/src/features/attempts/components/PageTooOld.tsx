/** Page too old: what a join says where the server knows questions that this page cannot show, with the way to a newer one. */
import { hrefOf, paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { PAGE_TOO_OLD, RELOAD_PAGE } from '../messages'

export function PageTooOld({ contest }: { contest: string }) {
  return (
    <>
      <p>{PAGE_TOO_OLD}</p>
      <ReloadPage contest={contest} className="mt-3" />
    </>
  )
}

/** The document is loaded anew, which the router would not do. */
export function ReloadPage({ contest, className }: { contest: string; className?: string }) {
  return (
    <a href={hrefOf(paths.takeContest(contest))} className={buttonClass({ className })}>
      {RELOAD_PAGE}
    </a>
  )
}
