/**
 * Push subscription, the browser's own side of Web Push: what this browser can do, and the subscription it holds.
 * Permission is asked for nowhere here but in `subscribeThis`, which a person's click must have called.
 */

import { parseUrl } from './parseUrl'
import { serviceWorkerContainer } from './serviceWorkerContainer'

/** No answer of a push service is worth more waiting than this. */
const PATIENCE = 4000

export type Ability = 'able' | 'insecure' | 'unsupported'

/** `insecure`: the address is not https, so that browsers offer no push at all. */
export function pushAbility(): Ability {
  if (!window.isSecureContext) return 'insecure'
  const able = serviceWorkerContainer() !== undefined && 'PushManager' in window && 'Notification' in window
  return able ? 'able' : 'unsupported'
}

/** The subscription this browser has; null also where there is none to be had. */
export async function presentSubscription(): Promise<PushSubscription | null> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    return (await worker?.pushManager?.getSubscription()) ?? null
  } catch {
    return null
  }
}

export class NoWorker extends Error {}

/** Subscribes this browser by the server's public key (base64url). One made by another key is of no use and goes. */
export async function subscribeThis(key: string): Promise<PushSubscription> {
  const worker = await navigator.serviceWorker.getRegistration()
  if (!worker) throw new NoWorker()
  const applicationServerKey = bytesOf(key)
  const present = await worker.pushManager.getSubscription()
  if (present && sameBytes(present.options?.applicationServerKey, applicationServerKey)) return present
  await present?.unsubscribe()
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Ends this browser's subscription: its push service then takes nothing for it any more, whoever sends. */
export async function endSubscription(subscription: PushSubscription | null): Promise<void> {
  await waitBriefly(subscription?.unsubscribe())
}

/** Waits, but not for ever, and does not mind a failure. */
export async function waitBriefly(work: Promise<unknown> | undefined): Promise<void> {
  if (!work) return
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  await Promise.race([work.catch(() => {}), late])
}

/** One spelling of an address at a push service, to tell devices apart by it. */
export function sameEndpoint(one: string, other: string): boolean {
  const [left, right] = [parseUrl(one), parseUrl(other)]
  return left !== null && left.href === right?.href
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

function sameBytes(present: ArrayBuffer | null | undefined, wanted: Uint8Array): boolean {
  if (!present) return false
  const bytes = new Uint8Array(present)
  return bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at])
}
