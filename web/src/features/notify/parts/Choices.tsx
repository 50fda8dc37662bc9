/**
 * What one is notified of, and how: a table of kinds and channels that also fits a narrow phone. Each press is kept at
 * once; what could not be kept goes back to what it was.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { useTick } from '@/lib/useTick'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { CHOICES_KEY, type Choices as Chosen, choicesQuery, choose } from '../api'
import { chosen, kindsFor, type Preference } from '../model'
import * as words from '../words'

export function Choices() {
  const choices = useQuery(choicesQuery)
  if (choices.isPending) return <Skeleton className="h-80 rounded-card" />
  if (choices.isError && !choices.data) {
    return (
      <Problem
        title={words.TITLE}
        text={failureText(choices.error, words.PREFERENCES_FAILED)}
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
      setSaid(words.SAVED)
      held.current = held.current && { ...held.current, preferences: chosen(held.current.preferences, changed) }
    },
    onError: (error) => toast.error(failureText(error, words.SAVE_FAILED)),
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
    { of: 'push' as const, label: words.ON_DEVICES },
    ...(mail ? [{ of: 'mail' as const, label: words.BY_MAIL }] : []),
  ]
  return (
    <div>
      <table className="w-full border-collapse">
        <caption className="sr-only">{words.PREFERENCES}</caption>
        <thead>
          <tr className="border-line-strong border-b align-bottom">
            <th scope="col" className="pb-2 text-left font-semibold text-muted text-xs">
              {words.KIND}
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
            const { label, text } = words.ABOUT[preference.about]
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
        {mail ? null : words.NO_MAIL}
      </p>
    </div>
  )
}

function Box(props: { label: string; saved: boolean; save: (to: boolean) => Promise<unknown> }) {
  const [ticked, tick] = useTick(props.saved, props.save)
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
