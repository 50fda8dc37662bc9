/** In place of a club's tools, for somebody the guard lets pass and the club does not: who may do this, and the way to ask. */
import { Empty } from '@/ui/Empty'
import type { Club } from '../model'
import { NOT_OFFICE_TITLE, notOffice } from '../words'
import { AskClub } from './AskClub'

export function NotOffice({ club }: { club: Pick<Club, 'name' | 'shortName'> }) {
  return <Empty title={NOT_OFFICE_TITLE} text={notOffice(club.name)} action={<AskClub club={club} />} />
}
