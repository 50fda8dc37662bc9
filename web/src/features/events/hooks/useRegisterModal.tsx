/** Registration dialog of a list: one event at a time, kept on the screen while the dialog closes. */
import { type ReactNode, useState } from 'react'
import { hrefOf, paths } from '@/app/paths'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { lazyDialog } from '@/ui/lazyDialog'
import type { ClubEvent } from '../model'

const RegisterModal = lazyDialog(() => import('../components/RegisterModal').then((file) => file.RegisterModal))

export function useRegisterModal(events: readonly ClubEvent[]): {
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
          focusAfterRender(() => document.querySelector<HTMLElement>(`a[href="${hrefOf(paths.event(event.id))}"]`))
        }
      />
    ) : null,
  }
}
