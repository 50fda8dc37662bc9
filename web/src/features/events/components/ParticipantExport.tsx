/** Participants export: a file of the participants, as they are searched and sorted. */
import { failureText } from '@/api/failure'
import { saveBlob } from '@/lib/saveFile'
import { TableDownload } from '@/ui/TableDownload'
import { toast } from '@/ui/toast'
import { type PeopleAsked, participantsFile } from '../api'
import { EXPORT_FAILED } from '../messages'

type ParticipantExportProps = { eventId: string; title: string; asked: PeopleAsked }

export function ParticipantExport({ eventId, title, asked }: ParticipantExportProps) {
  return (
    <TableDownload
      onSave={async (kind) => {
        try {
          const { dashedFileName } = await import('@/lib/fileName')
          const name = `participants-${dashedFileName(title, 'event')}.${kind}`
          saveBlob(await participantsFile(eventId, kind, asked), name)
        } catch (error) {
          toast.error(failureText(error, EXPORT_FAILED))
        }
      }}
    />
  )
}
