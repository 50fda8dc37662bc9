/**
 * Dialog with one's own result as a picture: what will be sent is looked at first, then shared, kept or copied. Which of these
 * there are, the browser decides.
 *
 * The name is left out unless asked for: a picture is passed on beyond the chat it was meant for and cannot be called back, who sent
 * it is known there anyway, and who overlooks the box gives away less and not more. It is asked for each time.
 */
import { Copy, Download, Share2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { dashedFileName } from '@/lib/fileName'
import { saveBlob } from '@/lib/saveFile'
import { useObjectUrl } from '@/lib/useObjectUrl'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { CheckField } from '@/ui/Field'
import { Modal } from '@/ui/Modal'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { drawResultPicture } from '../drawResultPicture'
import { HEIGHT, inWords, type OwnResult, ownResult, type ResultSource, WIDTH } from '../resultPicture'
import {
  COPIED,
  COPY,
  COPY_FAILED,
  DOWNLOAD,
  DRAW_FAILED,
  SHARE,
  SHARE_FAILED,
  TITLE,
  WAITING,
  WITH_NAME,
  WITH_NAME_HINT,
} from '../resultPictureMessages'

export type ResultPictureDialogProps = {
  /** As it was when the dialog was asked for: it does not change under one's eyes. */
  source: ResultSource
  open: boolean
  onClose: () => void
}

const ICON = 'size-4'
const PNG = 'image/png'

export function ResultPictureDialog({ source, open, onClose }: ResultPictureDialogProps) {
  const result = useMemo(() => ownResult(source), [source])
  if (!result) return null
  return (
    <Modal open={open} onClose={onClose} title={TITLE} size="lg">
      <Body result={result} ownName={source.standing.you?.fullName ?? null} />
    </Modal>
  )
}

function Body({ result, ownName }: { result: OwnResult; ownName: string | null }) {
  const [named, setNamed] = useState(false)
  const shown = useMemo(() => ({ ...result, name: named ? ownName : null }), [result, named, ownName])
  const drawn = usePicture(shown)
  const address = useObjectUrl(drawn?.file ?? null)
  // Never the one before: it may have the name on it.
  const ready = drawn?.of === shown ? drawn.file : null

  return (
    <div className="grid gap-4">
      {drawn && !drawn.file ? (
        <Alert tone="brick">{DRAW_FAILED}</Alert>
      ) : drawn && address ? (
        <img
          src={address}
          width={WIDTH}
          height={HEIGHT}
          alt={inWords(drawn.of)}
          className="h-auto w-full rounded-control border border-line"
        />
      ) : (
        <div role="status" aria-label={WAITING}>
          <Skeleton className="aspect-[1200/630] h-auto w-full" />
        </div>
      )}
      {ownName === null ? null : (
        <CheckField
          label={WITH_NAME}
          hint={WITH_NAME_HINT}
          checked={named}
          onChange={(event) => setNamed(event.target.checked)}
        />
      )}
      <Actions file={ready} title={result.title} failed={drawn?.file === null} />
    </div>
  )
}

/** The picture drawn last, and of what; its file is null where it could not be drawn. */
function usePicture(result: OwnResult): { of: OwnResult; file: File | null } | null {
  const [drawn, setDrawn] = useState<{ of: OwnResult; file: File | null } | null>(null)
  useEffect(() => {
    let isWanted = true
    const name = `result-${dashedFileName(result.title, 'contest')}.png`
    drawResultPicture(result)
      .catch(() => null)
      .then((blob) => {
        if (isWanted) setDrawn({ of: result, file: blob && new File([blob], name, { type: PNG }) })
      })
    return () => {
      isWanted = false
    }
  }, [result])
  return drawn
}

/** Computers may share an address and no file. */
function canShare(file: File | null): boolean {
  return file !== null && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
}

function canCopy(): boolean {
  return typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function'
}

function Actions({ file, title, failed }: { file: File | null; title: string; failed: boolean }) {
  const [shares, setShares] = useState(false)
  // Once it is known it stays: the buttons do not move while the next picture is drawn.
  if (!shares && canShare(file)) setShares(true)
  if (failed) return null

  const share = async () => {
    if (!file) return
    try {
      await navigator.share({ files: [file], title })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.warning(SHARE_FAILED)
    }
  }
  const copy = async () => {
    if (!file) return
    try {
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: file })])
      toast.success(COPIED)
    } catch {
      toast.warning(COPY_FAILED)
    }
  }

  return (
    <div className="flex flex-wrap justify-end gap-3">
      {canCopy() ? (
        <Button
          className="max-sm:flex-1"
          busy={!file}
          icon={<Copy aria-hidden="true" className={ICON} />}
          onClick={() => void copy()}
        >
          {COPY}
        </Button>
      ) : null}
      <Button
        variant={shares ? 'secondary' : 'primary'}
        className="max-sm:flex-1"
        busy={!file}
        icon={<Download aria-hidden="true" className={ICON} />}
        onClick={() => file && saveBlob(file, file.name)}
      >
        {DOWNLOAD}
      </Button>
      {shares ? (
        <Button
          variant="primary"
          className="max-sm:basis-full"
          busy={!file}
          icon={<Share2 aria-hidden="true" className={ICON} />}
          onClick={() => void share()}
        >
          {SHARE}
        </Button>
      ) : null}
    </div>
  )
}
