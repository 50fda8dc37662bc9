/** The other devices that are notified, with the way to stop one, say a lost phone. Nothing where there are none. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { formatDay } from '@/lib/time'
import { Button } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { toast } from '@/ui/toast'
import { CHOICES_KEY, choicesQuery, removeDevice } from '../api'
import type { Device } from '../model'
import * as words from '../words'
import { usePush } from './usePush'

export function Devices() {
  const cache = useQueryClient()
  const { timeZone } = useSite()
  const choices = useQuery(choicesQuery)
  const { thisOne } = usePush()
  const [asking, setAsking] = useState<Device | null>(null)
  const removing = useMutation({
    mutationFn: ({ endpoint }: Device) => removeDevice(endpoint),
    onError: (error) => {
      if (!hasCode(error, 'missing')) toast.error(failureText(error, words.DEVICE_FAILED))
    },
    onSettled: () => {
      setAsking(null)
      return cache.invalidateQueries({ queryKey: CHOICES_KEY })
    },
  })
  const others = choices.data?.devices.filter(({ id }) => id !== thisOne?.id) ?? []
  const labelOf = (device: Device) => device.label || words.DEVICE_UNKNOWN
  return (
    <>
      {others.length > 0 ? (
        <div>
          <h3 className="font-sans font-semibold text-sm tracking-normal">
            {thisOne ? words.OTHER_DEVICES : words.DEVICES}
          </h3>
          <ul className="mt-1">
            {others.map((device) => (
              <li
                key={device.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0"
              >
                <span className="min-w-0 flex-1">
                  <span className="block break-words font-medium">{labelOf(device)}</span>
                  <span className="num block text-muted text-sm">
                    {words.sinceDay(formatDay(device.createdAt, timeZone))}
                  </span>
                </span>
                <Button
                  size="sm"
                  aria-label={`${words.DEVICE_REMOVE}: ${labelOf(device)}`}
                  onClick={() => setAsking(device)}
                >
                  {words.DEVICE_REMOVE}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <Confirm
        open={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => asking && removing.mutate(asking)}
        busy={removing.isPending}
        danger
        title={words.DEVICE_REMOVE_TITLE}
        body={asking ? words.deviceRemoveText(labelOf(asking)) : ''}
        confirmLabel={words.DEVICE_REMOVE}
      />
    </>
  )
}
