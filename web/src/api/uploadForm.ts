/**
 * Upload of a form with files, with its progress, which `fetch` cannot report. Accepts only the server's own answers,
 * says whom the form is from, and fails like every other call (failure.ts); aborting the signal throws an AbortError.
 */
import { randomKey } from '@/lib/randomKey'
import { timeoutSignal } from '@/lib/timeoutSignal'
import { CALL, headOfSent, isGateway, isOurs, read, SENDER } from './authenticity'
import { noteRefused } from './client'
import { noteReached } from './connection'
import { failureFrom, notReached } from './failure'
import { signForm } from './sender'

type UploadOptions = {
  /** POST where nothing is said. */
  method?: 'POST' | 'PUT'
  /** From 0 to 1, of the bytes that have left. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Who pressed, where it goes on by itself. */
  by?: string | null
  /** Milliseconds that the server may say nothing once all has left. */
  unanswered?: number
}

/** Puts a single picture in its place, or another in its stead. */
export function putPicture<T>(path: string, image: File, by: string | null): Promise<T> {
  const form = new FormData()
  form.append('image', image, image.name)
  return uploadForm(path, form, { method: 'PUT', by, unanswered: UNANSWERED_PICTURE })
}

/** How often a form that arrived as somebody else's is sent again. */
const AGAIN = 2
/** No byte leaves for this long, or, once all have, the server says nothing: it makes pictures of fifty files meanwhile, or of one. */
const STALLED = 60_000
const UNANSWERED = 300_000
const UNANSWERED_PICTURE = 45_000
/** How long a failed upload waits to hear whether calls are led to another site. */
const LED_AWAY_TIMEOUT_MS = 3000

export async function uploadForm<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const { status, text, retryAfter } = await sendOnce(path, signForm(form, options.by), options)
    const body = read(text)
    if (status < 400) return body as T
    const failure = failureFrom(status, body, retryAfter)
    if (failure.code !== 'misdirected' || tries === AGAIN) throw noteRefused(failure)
  }
}

type Answer = { status: number; text: string; retryAfter: string | null }

/** An answer of the server's; else a Failure that is `offline`. */
function sendOnce(
  path: string,
  form: FormData,
  { method = 'POST', onProgress, signal, unanswered = UNANSWERED }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = `${location.origin}/api${path}`
    const call = randomKey()
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    let timer: ReturnType<typeof setTimeout> | undefined
    const lost = () => {
      noteReached(false)
      reject(notReached(0, false, true))
      request.abort()
    }
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(lost, ms)
    }
    const end = (settle: () => unknown) => () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      settle()
    }
    const abortError = () => new DOMException('given up', 'AbortError')
    if (signal?.aborted) return reject(abortError())
    signal?.addEventListener('abort', giveUp)

    request.open(method, url)
    request.setRequestHeader(CALL, call)
    const by = form.get('sentBy')
    if (typeof by === 'string') request.setRequestHeader(SENDER, by)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
      wait(lengthComputable && loaded === total ? unanswered : STALLED)
    }
    request.onabort = end(() => reject(abortError()))
    request.onerror = end(async () => {
      noteReached(false)
      const between = await isLedAway()
      if (between) noteReached(false, true)
      reject(signal?.aborted ? abortError() : notReached(0, between, true))
    })
    request.onload = end(() => {
      const { status, responseText: text } = request
      const ours = isOurs(headOfSent(request, url, call), text)
      const between = !ours && !isGateway(status)
      noteReached(ours, between)
      if (!ours) return reject(notReached(status, between, true))
      resolve({ status, text, retryAfter: request.getResponseHeader('retry-after') })
    })
    wait(STALLED)
    request.send(form)
  })
}

/**
 * Whether calls are led to another site, as a Wi-Fi log-in does: an upload that is led there fails as one without a network. A
 * call that may be led nowhere shows it.
 */
async function isLedAway(): Promise<boolean> {
  try {
    const answer = await fetch('/readyz', {
      redirect: 'manual',
      cache: 'no-store',
      signal: timeoutSignal(LED_AWAY_TIMEOUT_MS),
    })
    return answer.type === 'opaqueredirect'
  } catch {
    return false
  }
}
