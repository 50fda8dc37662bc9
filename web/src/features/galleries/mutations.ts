/**
 * Mutations of an existing gallery: delete a picture, save a caption, delete the gallery, and update what the screens show.
 * A failed deletion shows a toast; the form of the caption shows its own failure. Uploads are uploadPictures.ts.
 */
import { useMutation } from '@tanstack/react-query'
import { failureText } from '@/api/failure'
import { toast } from '@/ui/toast'
import { dropGallery, isOutOfDate, noteGallery, removeGallery, removePicture, saveCaption, staleGalleries } from './api'
import * as messages from './messages'
import type { Caption, Gallery } from './model'

export function useRemovePicture(gallery: Gallery, onDone: (left: Gallery) => void) {
  return useMutation({
    mutationFn: (at: number) => removePicture(gallery, at),
    onSuccess: ({ gallery: left, message }) => {
      toast.success(message)
      noteGallery(left)
      onDone(left)
    },
    onError: (error) => {
      toast.error(failureText(error, messages.DELETE_IMAGE_FAILED))
      // Somebody else was here: what is there now is shown, and chosen anew.
      if (isOutOfDate(error)) onDone(gallery)
      staleGalleries(gallery.club, gallery)
    },
  })
}

export function useSaveCaption(gallery: Gallery, onDone: () => void) {
  return useMutation({
    mutationFn: (caption: Partial<Caption>) => saveCaption(gallery.id, caption),
    onSuccess: ({ gallery: saved, message }) => {
      toast.success(message)
      noteGallery(saved)
      onDone()
    },
  })
}

export function useRemoveGallery(gallery: Gallery, onDone: () => void) {
  return useMutation({
    mutationFn: () => removeGallery(gallery.id),
    onSuccess: (message) => {
      toast.success(message)
      onDone()
      dropGallery(gallery)
    },
    onError: (error) => {
      toast.error(failureText(error, messages.DELETE_GALLERY_FAILED))
      staleGalleries(gallery.club, gallery)
    },
  })
}
