/**
 * Profile picture, one's own: pressed, it is changed; removed, the initials stand there again. What is no picture or
 * too large is refused before it is sent.
 */
import { useMutation } from '@tanstack/react-query'
import { Camera, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { retryRequest } from '@/api/retryRequest'
import { Avatar } from '@/ui/Avatar'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Spinner } from '@/ui/Spinner'
import { toast } from '@/ui/toast'
import { removePicture, setPicture } from '../api'
import * as messages from '../messages'
import { type Profile, pictureRefusal } from '../model'

const SPOT =
  // 36 px to the eye, 44 px to the finger.
  'grid size-9 cursor-pointer place-items-center after:absolute after:-inset-1 after:content-[""] rounded-full border border-line bg-surface text-ink shadow-float hover:border-muted'

export function ProfilePicture({ profile }: { profile: Profile }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const changing = useMutation({
    mutationFn: (image: File) => retryRequest((by) => setPicture(profile.id, image, by), toast.info),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(failureText(error, messages.PICTURE_FAILED)),
  })
  const removing = useMutation({
    mutationFn: () => removePicture(profile.id),
    onSuccess: (message) => {
      toast.success(message)
      setAsking(false)
      // Its button goes with the picture.
      input.current?.focus()
    },
    onError: (error) => toast.error(failureText(error, messages.PICTURE_REMOVE_FAILED)),
  })
  const take = (image: File | undefined) => {
    if (!image || changing.isPending) return
    const why = pictureRefusal(image)
    if (why) toast.warning(why)
    else changing.mutate(image)
  }
  return (
    <div className="relative shrink-0 pr-3 pb-1">
      <Avatar name={profile.fullName} picture={profile.picture} size="xl" />
      {changing.isPending ? (
        <span className="absolute top-0 left-0 grid size-24 place-items-center rounded-full bg-surface/80 text-ink">
          <Spinner className="size-6" />
          <span role="status" className="sr-only">
            Uploading
          </span>
        </span>
      ) : null}
      <span className="absolute right-0 bottom-0">
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          className="peer sr-only"
          onChange={({ target }) => {
            take(target.files?.[0])
            // The same file once more is a change too.
            target.value = ''
          }}
        />
        <label
          htmlFor={id}
          title={profile.picture ? messages.CHANGE_PICTURE : messages.ADD_PICTURE}
          className={`relative ${SPOT} peer-focus-visible:outline-2 peer-focus-visible:outline-lawn peer-focus-visible:outline-offset-2`}
        >
          <Camera aria-hidden="true" className="size-4.5" />
          <span className="sr-only">{profile.picture ? messages.CHANGE_PICTURE : messages.ADD_PICTURE}</span>
        </label>
      </span>
      {profile.picture ? (
        <button
          type="button"
          aria-label={messages.REMOVE_PICTURE}
          title={messages.REMOVE_PICTURE}
          onClick={() => setAsking(true)}
          className={`absolute top-0 right-0 ${SPOT}`}
        >
          <Trash2 aria-hidden="true" className="size-4.5 text-brick" />
        </button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => removing.mutate()}
        title={messages.REMOVE_PICTURE_TITLE}
        body={messages.REMOVE_PICTURE_BODY}
        confirmLabel={messages.REMOVE}
        danger
        busy={removing.isPending}
      />
    </div>
  )
}
