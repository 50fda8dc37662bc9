/** Dialog 'Create Event' over a club's page. What was typed is kept when it is closed; Cancel drops it. */
import { useState } from 'react'
import { Modal } from '@/ui/Modal'
import type { ClubChoice } from '../api'
import { CREATE } from '../messages'
import { NewEventForm } from './EventForm'

type CreateEventModalProps = {
  open: boolean
  onClose: () => void
  userId: string
  club: ClubChoice
  onCreated: (id: string) => void
}

/** Longer than a dialog takes to leave. */
const GONE_AFTER = 400

export function CreateEventModal({ open, onClose, userId, club, onCreated }: CreateEventModalProps) {
  const [round, setRound] = useState(0)
  const closeForGood = () => {
    onClose()
    setTimeout(() => setRound(round + 1), GONE_AFTER)
  }
  return (
    <NewEventForm
      key={round}
      userId={userId}
      clubs={[club]}
      club={club.shortName}
      onClub={() => {}}
      onCancel={closeForGood}
      onDone={(id) => {
        closeForGood()
        onCreated(id)
      }}
      frame={(body, buttons) => (
        <Modal open={open} onClose={onClose} title={CREATE} description={club.name} size="lg" footer={buttons}>
          {body}
        </Modal>
      )}
    />
  )
}
