/**
 * Push devices: the other devices that are notified, with a button to stop one, say a lost phone. Nothing where there
 * are none.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { formatDay } from '@/lib/time'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { renderRows } from '@/ui/RowBoundary'
import { toast } from '@/ui/toast'
import { CHOICES_KEY, choicesQuery, removeDevice } from '../api'
import { usePush } from '../hooks/usePush'
import * as messages from '../messages'
import type { Device } from '../model'

export function PushDevices() {
  const cache = useQueryClient()
  const { timeZone } = useSite()
  const choices = useQuery(choicesQuery)
  const { thisOne } = usePush()
  const [asking, setAsking] = useState<Device | null>(null)
  const removing = useMutation({
    mutationFn: ({ endpoint }: Device) => removeDevice(endpoint),
    onError: (error) => {
      if (!hasCode(error, 'missing')) toast.error(failureText(error, messages.DEVICE_FAILED))
    },
    onSettled: () => {
      setAsking(null)
      return cache.invalidateQueries({ queryKey: CHOICES_KEY })
    },
  })
  const others = choices.data?.devices.filter(({ id }) => id !== thisOne?.id) ?? []
  const labelOf = (device: Device) => device.label || messages.DEVICE_UNKNOWN
  return (
    <>
      {others.length > 0 ? (
        <div>
          <h3 className="font-sans font-semibold text-sm tracking-normal">
            {thisOne ? messages.OTHER_DEVICES : messages.DEVICES}
          </h3>
          <ul className="mt-1">
            {renderRows('li', others, (device) => (
              <li
                key={device.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{labelOf(device)}</span>
                  <span className="num block text-muted text-sm">
                    {messages.sinceDay(formatDay(device.createdAt, timeZone))}
                  </span>
                </span>
                <Button
                  size="sm"
                  aria-label={`${messages.DEVICE_REMOVE}: ${labelOf(device)}`}
                  onClick={() => setAsking(device)}
                >
                  {messages.DEVICE_REMOVE}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => asking && removing.mutate(asking)}
        busy={removing.isPending}
        danger
        title={messages.DEVICE_REMOVE_TITLE}
        body={asking ? messages.deviceRemoveText(labelOf(asking)) : ''}
        confirmLabel={messages.DEVICE_REMOVE}
      />
    </>
  )
}
