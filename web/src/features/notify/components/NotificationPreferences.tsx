/**
 * Notification preferences: a table of kinds and channels that also fits a narrow phone. Each press is saved at once;
 * what could not be saved returns to what it was.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { useOptimisticToggle } from '@/lib/useOptimisticToggle'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { CHOICES_KEY, type Choices as Chosen, choicesQuery, choose } from '../api'
import * as messages from '../messages'
import { chosen, kindsFor, type Preference } from '../model'

export function NotificationPreferences() {
  const choices = useQuery(choicesQuery)
  if (choices.isPending) return <Skeleton className="h-80 rounded-card" />
  if (choices.isError && !choices.data) {
    return (
      <ErrorState
        title={messages.TITLE}
        text={failureText(choices.error, messages.PREFERENCES_FAILED)}
        onRetry={() => void choices.refetch()}
      />
    )
  }
  return <Table preferences={choices.data.preferences} />
}

function Table({ preferences }: { preferences: Preference[] }) {
  const cache = useQueryClient()
  const { mail } = useSite()
  const { user } = useSession()
  const [said, setSaid] = useState('')
  /** What the server has, while presses are on their way to it. */
  const held = useRef<Chosen | undefined>(undefined)
  const saving = useMutation({
    // One after the other, so that the last press is what stays.
    scope: { id: 'notify.choices' },
    mutationFn: choose,
    onMutate: async (changed: Preference) => {
      setSaid('')
      held.current ??= cache.getQueryData<Chosen>(CHOICES_KEY)
      await cache.cancelQueries({ queryKey: CHOICES_KEY })
      cache.setQueryData<Chosen>(CHOICES_KEY, (now) => now && { ...now, preferences: chosen(now.preferences, changed) })
    },
    onSuccess: (_, changed) => {
      setSaid(messages.SAVED)
      held.current = held.current && { ...held.current, preferences: chosen(held.current.preferences, changed) }
    },
    onError: (error) => toast.error(failureText(error, messages.SAVE_FAILED)),
    onSettled: () => {
      if (cache.isMutating({ mutationKey: ['notify.choices'] }) <= 1) {
        // Also where it cannot be asked for now.
        cache.setQueryData<Chosen>(CHOICES_KEY, held.current)
        held.current = undefined
        void cache.invalidateQueries({ queryKey: CHOICES_KEY })
      }
    },
    mutationKey: ['notify.choices'],
  })
  const channels = [
    { of: 'push' as const, label: messages.ON_DEVICES },
    ...(mail ? [{ of: 'mail' as const, label: messages.BY_MAIL }] : []),
  ]
  return (
    <div>
      <table className="w-full border-collapse">
        <caption className="sr-only">{messages.PREFERENCES}</caption>
        <thead>
          <tr className="border-line-strong border-b align-bottom">
            <th scope="col" className="pb-2 text-left font-semibold text-muted text-xs">
              {messages.KIND}
            </th>
            {channels.map(({ of, label }) => (
              <th
                key={of}
                scope="col"
                className="w-18 pb-2 text-center font-semibold text-muted text-xs leading-tight sm:w-28"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kindsFor(preferences, user?.roles ?? []).map((preference) => {
            const { label, text } = messages.ABOUT[preference.about]
            return (
              <tr key={preference.about} className="border-line border-b">
                <th scope="row" className="py-3 pr-3 text-left font-medium">
                  {label}
                  <span className="block font-normal text-muted text-sm leading-snug">{text}</span>
                </th>
                {channels.map((channel) => (
                  <td key={channel.of} className="text-center">
                    <Box
                      label={`${label}: ${channel.label.toLowerCase()}`}
                      saved={preference[channel.of]}
                      save={(to) => saving.mutateAsync({ ...preference, [channel.of]: to })}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="mt-3 min-h-5 text-muted text-sm">
        <span role="status" className="font-semibold text-lawn">
          {said}
        </span>{' '}
        {mail ? null : messages.NO_MAIL}
      </p>
    </div>
  )
}

function Box(props: { label: string; saved: boolean; save: (to: boolean) => Promise<unknown> }) {
  const [ticked, tick] = useOptimisticToggle(props.saved, props.save)
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">{props.label}</span>
      <input
        type="checkbox"
        className="size-5 accent-lawn"
        checked={ticked}
        onChange={({ target }) => tick(target.checked)}
      />
    </label>
  )
}
