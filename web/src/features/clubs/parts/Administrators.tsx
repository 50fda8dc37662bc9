/** For ADMIN: who manages a club, somebody more by the address of their account, one less. The last one stays. */
import { useQuery } from '@tanstack/react-query'
import { ShieldPlus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Confirm } from '@/ui/Confirm'
import { TextField } from '@/ui/Field'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { administratorsQuery } from '../api'
import { useAppoint, useDismiss } from '../changes'
import type { Club, Member } from '../model'
import * as words from '../words'

export function Administrators({ club }: { club: Pick<Club, 'name' | 'shortName'> }) {
  const headId = useId()
  const found = useQuery(administratorsQuery(club.shortName))
  const [leaving, setLeaving] = useState<Member | null>(null)
  const dismissing = useDismiss(club.shortName, () => setLeaving(null))
  return (
    <section aria-labelledby={headId} className="mt-12">
      <Card className="p-4 sm:p-6">
        <h3 id={headId} className="text-lg">
          {words.ADMINISTRATORS}
        </h3>
        <p className="mt-1 text-muted text-sm">{words.ADMINISTRATORS_LEAD}</p>
        {found.isPending ? (
          <div role="status" aria-label="Loading administrators" className="mt-4">
            <Skeleton className="h-14" />
          </div>
        ) : found.isError && !found.data ? (
          <div className="mt-4">
            <Problem
              title={words.ADMINISTRATORS_FAILED}
              text={failureText(found.error, '').trim()}
              onRetry={() => void found.refetch()}
            />
          </div>
        ) : found.data.length === 0 ? (
          <p className="mt-4">{words.NO_ADMINISTRATORS}</p>
        ) : (
          <ul className="mt-3">
            {found.data.map((person) => (
              <li
                key={person.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 last:border-0"
              >
                <Avatar name={person.fullName} />
                <div className="min-w-0 flex-1 basis-48">
                  <p id={`administrator-${person.id}`} className="break-words font-semibold leading-snug">
                    {person.fullName}
                  </p>
                  <p className="break-all text-muted text-sm">
                    {person.email} · {person.status}
                  </p>
                </div>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-describedby={`administrator-${person.id}`}
                  onClick={() => setLeaving(person)}
                >
                  {words.DISMISS}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Appoint club={club.shortName} />
      </Card>
      <Confirm
        open={leaving !== null}
        onClose={() => (dismissing.isPending ? undefined : setLeaving(null))}
        onConfirm={() => (leaving ? dismissing.mutate(leaving.userId) : undefined)}
        title={words.dismissTitle(leaving?.fullName ?? '')}
        body={words.DISMISS_BODY}
        confirmLabel={words.DISMISS}
        danger
        busy={dismissing.isPending}
      />
    </section>
  )
}

function Appoint({ club }: { club: string }) {
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const appointing = useAppoint(club, () => {
    setEmail('')
    setTried(false)
  })
  const missing = email.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!missing && !appointing.isPending) appointing.mutate(email)
  }
  const error = appointing.error
    ? failureText(appointing.error, words.APPOINT_FAILED)
    : tried && missing
      ? words.APPOINT_MISSING
      : undefined
  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-start gap-3 border-line border-t pt-5">
      <TextField
        label={words.APPOINT_EMAIL}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value)
          if (appointing.isError) appointing.reset()
        }}
        className="min-w-52 flex-1 sm:max-w-96"
      />
      <Button
        type="submit"
        busy={appointing.isPending}
        icon={<ShieldPlus aria-hidden="true" className="size-4" />}
        className="mt-[1.6875rem]"
      >
        {words.APPOINT}
      </Button>
    </form>
  )
}
