/**
 * Office required: stands in place of a club's tools for somebody who passes the route guard but holds no office in the
 * club. Says who may do this, and how to ask.
 */
import { EmptyState } from '@/ui/EmptyState'
import { NOT_OFFICE_TITLE, notOffice } from '../messages'
import type { Club } from '../model'
import { AskClub } from './AskClub'

export function OfficeRequired({ club }: { club: Pick<Club, 'name' | 'shortName'> }) {
  return <EmptyState title={NOT_OFFICE_TITLE} text={notOffice(club.name)} action={<AskClub club={club} />} />
}
