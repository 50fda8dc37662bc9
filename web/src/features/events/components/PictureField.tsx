/**
 * Picture field of an event: a file from this device with a preview, or, where the operator allows any other host, the
 * https address of one there. An address that an event has already can be taken away in any case.
 */
import { useState } from 'react'
import { useSite } from '@/api/session'
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
  const { foreignPictures } = useSite()
  const [hadAddress] = useState(url !== '')
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
      {foreignPictures || hadAddress ? (
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
      ) : null}
    </PictureDropzone>
  )
}
