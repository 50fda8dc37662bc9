/** /club/{club}/edit: those who manage a club change what it says about itself; ADMIN deletes a club nobody is in. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { clubQuery } from '../api'
import { ClubForm } from '../components/ClubForm'
import { OfficeRequired } from '../components/OfficeRequired'
import * as messages from '../messages'
import type { Club } from '../model'
import { useDeleteClub } from '../mutations'

export default function EditClubPage() {
  const { clubId = '' } = useParams({ strict: false })
  useTitle(messages.EDIT_CLUB)
  return (
    <div className="wrap-page pb-10">
      <PageHead
        back={
          <Link {...paths.club(clubId)} className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
            <ArrowLeft aria-hidden="true" className="size-4" />
            {messages.TAB_WORDS['club-details']}
          </Link>
        }
        title={messages.EDIT_CLUB}
      />
      <Loaded key={clubId} clubId={clubId} />
    </div>
  )
}

function Loaded({ clubId }: { clubId: string }) {
  const navigate = useNavigate()
  const session = useSession()
  // Written over what is there: asked anew, so that it is what is there now. After that the form stays, whatever comes.
  const club = useQuery({ ...clubQuery(clubId), refetchOnWindowFocus: false, refetchOnMount: 'always' })
  const [ready, setReady] = useState(false)
  if (!ready && club.isSuccess && club.isFetchedAfterMount) setReady(true)
  if (!ready && !club.isError) {
    return (
      <div role="status" aria-label="Loading the club">
        <Skeleton className="h-120 rounded-card" />
      </div>
    )
  }
  if (!ready || !club.data) {
    const missing = hasCode(club.error, 'missing')
    return (
      <ErrorState
        title={missing ? messages.CLUB_MISSING.title : messages.CLUB_FAILED}
        text={missing ? messages.CLUB_MISSING.text : failureText(club.error, '').trim()}
        onRetry={missing ? undefined : () => void club.refetch()}
        action={
          <Link {...asLeft(paths.clubs())} className={buttonClass()}>
            {messages.ALL_CLUBS}
          </Link>
        }
      />
    )
  }
  if (!club.data.you?.mayManage) return <OfficeRequired club={club.data} />
  const back = () => void navigate(paths.club(club.data.shortName))
  return (
    <>
      <ClubForm key={club.data.id} club={club.data} onDone={back} onCancel={back} />
      {session.user?.roles.includes('ADMIN') ? <DeleteClub club={club.data} /> : null}
    </>
  )
}

function DeleteClub({ club }: { club: Club }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const deleting = useDeleteClub(club, () => navigate({ ...asLeft(paths.clubs()), replace: true }))
  return (
    <section aria-label={messages.DELETE_CLUB} className="mt-12 border-line border-t pt-8">
      <h2 className="text-lg">{messages.DELETE_CLUB}</h2>
      <p className="mt-1 mb-4 max-w-[60ch] text-muted">{messages.DELETE_NOTE}</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {messages.DELETE_CLUB}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => (deleting.isPending ? undefined : setAsking(false))}
        onConfirm={() => deleting.mutate(undefined, { onError: () => setAsking(false) })}
        title={messages.deleteTitle(club.name)}
        body={messages.DELETE_BODY}
        confirmLabel={messages.DELETE_CLUB}
        danger
        busy={deleting.isPending}
      />
    </section>
  )
}
