/** Gallery hub, the Add Gallery tab of a club's page: its galleries, with who came to the events. */
import { ParticipantsModal } from '@/features/events/components/ParticipantsModal'
import { GalleryHub } from '@/features/galleries/components/GalleryHub'

export function ClubGalleryHub({ club }: { club: { shortName: string } }) {
  return (
    <GalleryHub
      club={club}
      participants={(event, open, onClose) => <ParticipantsModal event={event} open={open} onClose={onClose} />}
    />
  )
}
