/** Picture field of an event: a file from this device with a preview, or the https address of one elsewhere. */
import { TextField } from '@/ui/Field'
import { PictureDropzone } from '@/ui/PictureDropzone'
import { PICTURE_HOSTS, PICTURE_KINDS, REMOVE_PICTURE } from '../messages'
import { pictureRefusal } from '../model'

type PictureFieldProps = {
  file: File | null
  onFile: (file: File | null) => void
  /** What is there already. */
  shown: string | null
  url: string
  error?: string
  onUrl: (url: string) => void
  onRemove?: () => void
}

export function PictureField({ file, onFile, shown, url, error, onUrl, onRemove }: PictureFieldProps) {
  return (
    <PictureDropzone
      file={file}
      shown={shown}
      onFile={onFile}
      onRemove={onRemove}
      refusalOf={pictureRefusal}
      hint={PICTURE_KINDS}
      removeLabel={REMOVE_PICTURE}
    >
      <TextField
        label="Or its address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={1000}
        disabled={file !== null}
        value={url}
        error={error}
        hint={PICTURE_HOSTS}
        onChange={(event) => onUrl(event.target.value)}
      />
    </PictureDropzone>
  )
}
