/** Table download: a list as a file. Excel's first, which keeps numbers and dates; CSV for programs. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button'

export type TableFile = 'xlsx' | 'csv'

const FILES: readonly TableFile[] = ['xlsx', 'csv']

/** `onSave` fetches the file, hands it over and says what failed; until it is done no other begins. */
type TableDownloadProps = { onSave: (file: TableFile) => Promise<void> }

export function TableDownload({ onSave }: TableDownloadProps) {
  const [busy, setBusy] = useState<TableFile | null>(null)
  const save = async (file: TableFile) => {
    if (busy) return
    setBusy(file)
    try {
      await onSave(file)
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      {FILES.map((file) => (
        <Button
          key={file}
          size="sm"
          busy={busy === file}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void save(file)}
        >
          Download {file.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
