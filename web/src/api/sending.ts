/**
 * Sends a form with files and tells how far it is, which `fetch` cannot. Failures are those of every other call
 * (failure.ts); giving up by the signal throws an AbortError.
 */
import { cache, SESSION_KEY } from './cache'
import { noteReached } from './connection'
import { Failure, failureFrom, NO_CONNECTION } from './failure'

type Sending = {
  /** From 0 to 1, of the bytes that have left. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export function sendForm<T>(path: string, form: FormData, { onProgress, signal }: Sending = {}): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', giveUp)
      settle()
    }
    const abortError = () => new DOMException('given up', 'AbortError')
    if (signal?.aborted) return reject(abortError())
    signal?.addEventListener('abort', giveUp)

    request.open('POST', `${location.origin}/api${path}`)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onabort = end(() => reject(abortError()))
    request.onerror = end(() => {
      noteReached(false)
      reject(notReached(0))
    })
    request.onload = end(() => {
      const body = read(request.responseText)
      // A proxy in front of a server that is down answers in its place.
      const away = body === undefined && request.status >= 502 && request.status <= 504
      noteReached(!away)
      if (away) return reject(notReached(request.status))
      if (request.status < 400) return resolve(body as T)
      const failure = failureFrom(request.status, body, request.getResponseHeader('retry-after'))
      if (failure.code === 'logged_out') void cache.invalidateQueries({ queryKey: SESSION_KEY })
      reject(failure)
    })
    request.send(form)
  })
}

function notReached(status: number): Failure {
  return new Failure({ status, code: 'offline', message: NO_CONNECTION, offline: true })
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
