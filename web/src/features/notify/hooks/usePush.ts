/**
 * Push state: whether this browser is notified while no page is open, as the server and the browser agree on it, and
 * the ways to change that. A permission changed in the browser's settings is noticed.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Failure, failureText } from '@/api/failure'
import { NoWorker, presentSubscription, pushAbility, sameEndpoint, waitBriefly } from '@/lib/pushSubscription'
import { toast } from '@/ui/toast'
import { CHOICES_KEY, choicesQuery, sendTest, subscribeDevice, unsubscribeDevice } from '../api'
import * as messages from '../messages'

export type PushState = 'unsupported' | 'insecure' | 'denied' | 'off' | 'on'

type Here = { state: Exclude<PushState, 'on'> } | { state: 'present'; endpoint: string }

const HERE_KEY = ['notify', 'here'] as const

async function lookHere(): Promise<Here> {
  const ability = pushAbility()
  if (ability !== 'able') return { state: ability }
  if (Notification.permission === 'denied') return { state: 'denied' }
  // On a first visit the worker is still being set up. A private window of some browsers never takes one.
  await waitBriefly(navigator.serviceWorker.ready)
  if (!(await navigator.serviceWorker.getRegistration())) return { state: 'unsupported' }
  const subscription = Notification.permission === 'granted' ? await presentSubscription() : null
  return subscription ? { state: 'present', endpoint: subscription.endpoint } : { state: 'off' }
}

class Refused extends Error {}

export function usePush() {
  const cache = useQueryClient()
  const choices = useQuery(choicesQuery)
  const here = useQuery({
    queryKey: HERE_KEY,
    queryFn: lookHere,
    meta: { mayBeLate: true },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const lookAgain = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: HERE_KEY }),
      cache.invalidateQueries({ queryKey: CHOICES_KEY }),
    ]).then(() => {})

  useEffect(() => {
    let status: PermissionStatus | undefined
    const look = () => void cache.invalidateQueries({ queryKey: HERE_KEY })
    const watch = async () => {
      status = await navigator.permissions?.query({ name: 'notifications' })
      status?.addEventListener('change', look)
    }
    watch().catch(() => {})
    return () => status?.removeEventListener('change', look)
  }, [cache])

  const turnOn = useMutation({
    mutationFn: async () => {
      // First of all: browsers want the question to follow the click at once.
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') throw new Refused(permission)
      await subscribeDevice()
    },
    onError: (error) => {
      // A no stays on the screen with the way back; a closed question only wants a word.
      if (error instanceof Refused) {
        if (error.message === 'default') toast.info(messages.PUSH_DISMISSED)
      } else toast.error(reason(error))
    },
    onSettled: lookAgain,
  })
  const turnOff = useMutation({
    mutationFn: unsubscribeDevice,
    onError: (error) => toast.error(failureText(error, messages.PUSH_OFF_FAILED)),
    onSettled: lookAgain,
  })
  const test = useMutation({
    mutationFn: sendTest,
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(failureText(error, messages.PUSH_TEST_FAILED)),
    onSettled: () => cache.invalidateQueries({ queryKey: CHOICES_KEY }),
  })

  const devices = choices.data?.devices
  return {
    /** Undefined until both have answered. */
    state: stateOf(here.data, devices),
    /** The device that is this browser. */
    thisOne: devices?.find(({ endpoint }) => isHere(here.data, endpoint)),
    failed: choices.isError && !devices,
    retry: () => void choices.refetch(),
    turnOn,
    turnOff,
    test,
  }
}

function isHere(here: Here | undefined, endpoint: string): boolean {
  return here?.state === 'present' && sameEndpoint(here.endpoint, endpoint)
}

function stateOf(here: Here | undefined, devices: { endpoint: string }[] | undefined): PushState | undefined {
  if (!here) return undefined
  if (here.state !== 'present') return here.state
  // Subscribed, but for nobody or for somebody else: not on until this person wants it.
  return devices && (devices.some(({ endpoint }) => isHere(here, endpoint)) ? 'on' : 'off')
}

function reason(error: unknown): string {
  if (error instanceof NoWorker) return messages.PUSH_UNSUPPORTED_TEXT
  // The browser's own refusals: it could not reach its push service, or has none.
  if (error instanceof DOMException) return messages.PUSH_SERVICE
  return error instanceof Failure ? failureText(error, messages.PUSH_FAILED) : messages.PUSH_FAILED
}
