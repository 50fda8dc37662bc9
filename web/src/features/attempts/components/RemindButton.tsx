/**
 * Reminder button, the bell of a contest that has not started: sets or drops this browser's reminder. It is absent
 * where the browser cannot remind.
 */
import { Bell, BellRing } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { REMIND, REMIND_DENIED, REMIND_SET, REMIND_STOP } from '../messages'
import type { ListedContest } from '../model'
import { canRemind, dropReminder, isReminded, setReminder, subscribe } from '../reminders'

type RemindButtonProps = { contest: ListedContest; describedBy: string }

export function RemindButton({ contest, describedBy }: RemindButtonProps) {
  const on = useSyncExternalStore(subscribe, () => isReminded(contest.id))
  const { startsAt } = contest
  if (startsAt === null || !canRemind()) return null
  const press = async () => {
    if (on) return dropReminder(contest.id)
    const outcome = await setReminder({ id: contest.id, title: contest.title, startsAt })
    if (outcome === 'set') toast.success(REMIND_SET)
    else toast.error(REMIND_DENIED)
  }
  const label = on ? REMIND_STOP : REMIND
  return (
    <Button
      variant="secondary"
      aria-label={label}
      title={label}
      aria-pressed={on}
      aria-describedby={describedBy}
      icon={
        on ? <BellRing aria-hidden="true" className="size-4.5" /> : <Bell aria-hidden="true" className="size-4.5" />
      }
      onClick={() => void press()}
      className="px-3"
    />
  )
}
