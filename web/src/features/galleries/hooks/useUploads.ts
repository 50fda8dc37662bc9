/**
 * Uploads: the pictures chosen for a gallery and how far each is. Whoever leaves the page while they are sent is asked
 * first.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refusalOfSender, sender } from '@/api/sender'
import { addPicture, askGallery, noteGallery, staleGalleries } from '../api'
import { type Caption, type Gallery, withFiles } from '../model'
import { chosen, type Ended, type Item, uploadPictures } from '../uploadPictures'

let made = 0

export function useUploads({ eventId, club }: { eventId: string; club: string }) {
  const [items, setItems] = useState<readonly Item[]>([])
  const [running, setRunning] = useState(false)
  const current = useRef(items)
  const control = useRef<AbortController | null>(null)

  const put = (next: readonly Item[]) => {
    current.current = next
    setItems(next)
  }
  const tell = (id: string, change: Partial<Item>) =>
    put(current.current.map((item) => (item.id === id ? { ...item, ...change } : item)))

  const giveUp = useEffectEvent(() => control.current?.abort())
  useEffect(() => () => giveUp(), [])
  useEffect(() => {
    if (!running) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])

  return {
    items,
    running,
    add: (files: readonly File[]) =>
      put(
        withFiles(current.current, files, (file) => {
          made += 1
          return chosen(`file-${made}`, file)
        }),
      ),
    remove: (id: string) => put(current.current.filter((item) => item.id !== id)),
    stop: () => control.current?.abort(),
    start: async (caption: Caption, onGallery: (gallery: Gallery) => void): Promise<Ended> => {
      const abort = new AbortController()
      control.current = abort
      setRunning(true)
      const { signal } = abort
      const by = sender()
      try {
        const ended = await uploadPictures({
          items: current.current,
          send: (file, onProgress) => addPicture({ eventId, club, caption, file, onProgress, signal, by }),
          look: () => askGallery(club, eventId),
          tell,
          onGallery: (gallery) => {
            noteGallery(gallery)
            onGallery(gallery)
          },
          signal,
        })
        // The page of a person who has gone goes with them, and stops it.
        return ended.stopped && !ended.error ? { ...ended, error: refusalOfSender(by) } : ended
      } finally {
        setRunning(false)
        staleGalleries(club)
      }
    },
  }
}
