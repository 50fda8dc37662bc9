/** The picture of an event: a file from this device with a look at it, or the https address of one elsewhere. */
import { TextField } from '@/ui/Field'
import { PictureDrop } from '@/ui/PictureDrop'
import { pictureRefusal } from '../model'
import { PICTURE_HOSTS, PICTURE_KINDS, REMOVE_PICTURE } from '../words'

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
    <PictureDrop
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
    </PictureDrop>
  )
}
