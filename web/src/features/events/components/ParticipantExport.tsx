/**
 * Participants export: a file of the participants, as they are searched and sorted. Excel's first, which keeps numbers and
 * dates; CSV for programs.
 */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { saveBlob } from '@/lib/saveFile'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { type PeopleAsked, participantsFile } from '../api'
import { CSV, EXPORT_FAILED, XLSX } from '../messages'

type ParticipantExportProps = { eventId: string; title: string; asked: PeopleAsked }

export function ParticipantExport({ eventId, title, asked }: ParticipantExportProps) {
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null)
  const save = async (kind: 'csv' | 'xlsx') => {
    if (busy) return
    setBusy(kind)
    try {
      const { dashedFileName } = await import('@/lib/fileName')
      saveBlob(await participantsFile(eventId, kind, asked), `participants-${dashedFileName(title, 'event')}.${kind}`)
    } catch (error) {
      toast.error(failureText(error, EXPORT_FAILED))
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      {(['xlsx', 'csv'] as const).map((kind) => (
        <Button
          key={kind}
          size="sm"
          busy={busy === kind}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void save(kind)}
        >
          {kind === 'csv' ? CSV : XLSX}
        </Button>
      ))}
    </div>
  )
}
