/** Calendar download: one event as a file that a phone or a computer opens with its calendar. */
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { saveBlob } from '@/lib/saveFile'
import { Button, type ButtonProps } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { calendarFile } from '../api'
import { ADD_TO_CALENDAR, EXPORT_FAILED } from '../messages'
import type { ClubEvent } from '../model'

type CalendarDownloadProps = { event: Pick<ClubEvent, 'id' | 'title'> } & Omit<
  ButtonProps,
  'children' | 'busy' | 'icon'
>

export function CalendarDownload({ event, ...button }: CalendarDownloadProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { fileNameOf } = await import('@/lib/fileName')
      saveBlob(await calendarFile(event.id), `${fileNameOf(event.title, 'event')}.ics`)
    } catch (error) {
      toast.error(failureText(error, EXPORT_FAILED))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...button}
      busy={busy}
      icon={<CalendarPlus aria-hidden="true" className="size-4" />}
      onClick={() => void save()}
    >
      {ADD_TO_CALENDAR}
    </Button>
  )
}
