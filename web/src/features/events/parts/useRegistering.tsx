/** The dialog of a list: one event at a time, kept on the screen while it closes. */
import { type ReactNode, useState } from 'react'
import { hrefOf, paths } from '@/app/paths'
import { focusSoon } from '@/lib/focusSoon'
import type { ClubEvent } from '../model'
import { RegisterModal } from './RegisterModal'

export function useRegistering(events: readonly ClubEvent[]): {
  register: (event: ClubEvent) => void
  dialog: ReactNode
} {
  const [chosen, setChosen] = useState<ClubEvent | null>(null)
  const [open, setOpen] = useState(false)
  // As the list has it by now; as it was, once it has left the list.
  const event = events.find(({ id }) => id === chosen?.id) ?? chosen
  return {
    register: (wanted) => {
      setChosen(wanted)
      setOpen(true)
    },
    dialog: event ? (
      <RegisterModal
        key={event.id}
        event={event}
        open={open}
        onClose={() => setOpen(false)}
        onDone={() =>
          focusSoon(() => document.querySelector<HTMLElement>(`a[href="${hrefOf(paths.event(event.id))}"]`))
        }
      />
    ) : null,
  }
}
