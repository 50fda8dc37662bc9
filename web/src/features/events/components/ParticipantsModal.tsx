/** Dialog 'Event Participants' over a page, for the club's organisers. */
import { Modal } from '@/ui/Modal'
import { PARTICIPANTS } from '../messages'
import { Participants } from './Participants'

type ParticipantsModalProps = { event: { id: string; title: string }; open: boolean; onClose: () => void }

export function ParticipantsModal({ event, open, onClose }: ParticipantsModalProps) {
  return (
    <Modal open={open} onClose={onClose} title={PARTICIPANTS} description={event.title} size="lg">
      <Participants eventId={event.id} title={event.title} />
    </Modal>
  )
}
