/**
 * Data export: everything kept about a person as a file. The server puts it together and stores it nowhere on the way.
 */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { saveFile } from '@/lib/saveFile'
import { serverNow } from '@/lib/serverClock'
import { zonedParts } from '@/lib/time'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { ownData } from '../api'
import { DATA_TEXT, DOWNLOAD, DOWNLOAD_FAILED, DOWNLOADED, SECTIONS } from '../messages'
import { ProfileSection } from './ProfileSection'

export function DataExport() {
  const { name, timeZone } = useSite()
  const fetching = useMutation({
    mutationFn: async () => {
      const { dashedFileName } = await import('@/lib/fileName')
      // By the day of the institute.
      const day = zonedParts(serverNow(), timeZone).date
      saveFile(await ownData(), `${dashedFileName(name, 'quad')}-data-${day}.json`, 'application/json')
    },
    onSuccess: () => toast.success(DOWNLOADED),
    onError: (error) => toast.error(failureText(error, DOWNLOAD_FAILED)),
  })
  return (
    <ProfileSection id="data" title={SECTIONS.data}>
      <p className="max-w-[66ch]">{DATA_TEXT}</p>
      <Button
        className="mt-5"
        busy={fetching.isPending}
        icon={<Download aria-hidden="true" className="size-4.5" />}
        onClick={() => fetching.mutate()}
      >
        {DOWNLOAD}
      </Button>
    </ProfileSection>
  )
}
