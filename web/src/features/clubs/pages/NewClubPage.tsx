/** /clubs/new: ADMIN founds a club. */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { useTitle } from '@/lib/useTitle'
import { PageHead } from '@/ui/PageHead'
import { AdminRequired } from '../components/AdminRequired'
import { ClubForm } from '../components/ClubForm'
import { NEW_CLUB, NEW_CLUB_LEAD } from '../messages'

export default function NewClubPage() {
  useTitle(NEW_CLUB)
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <div className="wrap-page pb-10">
      <PageHead title={NEW_CLUB} lead={NEW_CLUB_LEAD} />
      <AdminRequired>
        <ClubForm
          onDone={(club) => void navigate({ ...paths.club(club.shortName), replace: true })}
          onCancel={() => (router.history.canGoBack() ? router.history.back() : void navigate(asLeft(paths.clubs())))}
        />
      </AdminRequired>
    </div>
  )
}
