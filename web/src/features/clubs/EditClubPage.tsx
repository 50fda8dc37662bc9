/** /club/{club}/edit: ADMIN changes what a club says about itself, or deletes a club nobody is in. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { PageHead } from '@/ui/PageHead'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { clubQuery } from './api'
import { useDeleteClub } from './changes'
import type { Club } from './model'
import { ClubForm } from './parts/ClubForm'
import { OnlyAdmin } from './parts/OnlyAdmin'
import * as words from './words'

export default function EditClubPage() {
  const { clubId = '' } = useParams({ strict: false })
  useTitle(words.EDIT_CLUB)
  return (
    <div className="wrap-page pb-10">
      <PageHead
        back={
          <Link {...paths.club(clubId)} className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
            <ArrowLeft aria-hidden="true" className="size-4" />
            {words.TAB_WORDS['club-details']}
          </Link>
        }
        title={words.EDIT_CLUB}
      />
      <OnlyAdmin>
        <Loaded key={clubId} clubId={clubId} />
      </OnlyAdmin>
    </div>
  )
}

function Loaded({ clubId }: { clubId: string }) {
  const navigate = useNavigate()
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
      <Problem
        title={missing ? words.CLUB_MISSING.title : words.CLUB_FAILED}
        text={missing ? words.CLUB_MISSING.text : failureText(club.error, '').trim()}
        onRetry={missing ? undefined : () => void club.refetch()}
        action={
          <Link {...paths.clubs()} className={buttonClass()}>
            {words.ALL_CLUBS}
          </Link>
        }
      />
    )
  }
  const back = () => void navigate(paths.club(club.data.shortName))
  return (
    <>
      <ClubForm key={club.data.id} club={club.data} onDone={back} onCancel={back} />
      <DeleteClub club={club.data} />
    </>
  )
}

function DeleteClub({ club }: { club: Club }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const deleting = useDeleteClub(club, () => navigate({ ...paths.clubs(), replace: true }))
  return (
    <section aria-label={words.DELETE_CLUB} className="mt-12 border-line border-t pt-8">
      <h2 className="text-lg">{words.DELETE_CLUB}</h2>
      <p className="mt-1 mb-4 max-w-[60ch] text-muted">{words.DELETE_NOTE}</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {words.DELETE_CLUB}
      </Button>
      <Confirm
        open={asking}
        onClose={() => (deleting.isPending ? undefined : setAsking(false))}
        onConfirm={() => deleting.mutate(undefined, { onError: () => setAsking(false) })}
        title={words.deleteTitle(club.name)}
        body={words.DELETE_BODY}
        confirmLabel={words.DELETE_CLUB}
        danger
        busy={deleting.isPending}
      />
    </section>
  )
}
