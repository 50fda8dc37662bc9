/**
 * Administrators of a club, for ADMIN: who manages it; one is added by the address of the account, or removed. The last
 * one stays.
 */
import { useQuery } from '@tanstack/react-query'
import { ShieldPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { useServerForm } from '@/api/useServerForm'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { ErrorState } from '@/ui/ErrorState'
import { TextField } from '@/ui/Field'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { administratorsQuery } from '../api'
import * as messages from '../messages'
import type { Club, Member } from '../model'
import { useAppoint, useDismiss } from '../mutations'

export function Administrators({ club }: { club: Pick<Club, 'name' | 'shortName'> }) {
  const headId = useId()
  const found = useQuery(administratorsQuery(club.shortName))
  const [leaving, setLeaving] = useState<Member | null>(null)
  const dismissing = useDismiss(club.shortName, () => setLeaving(null))
  return (
    <section aria-labelledby={headId} className="mt-12">
      <Card className="p-4 sm:p-6">
        <h3 id={headId} className="text-lg">
          {messages.ADMINISTRATORS}
        </h3>
        <p className="mt-1 text-muted text-sm">{messages.ADMINISTRATORS_LEAD}</p>
        {found.isPending ? (
          <div role="status" aria-label="Loading administrators" className="mt-4">
            <Skeleton className="h-14" />
          </div>
        ) : found.isError && !found.data ? (
          <div className="mt-4">
            <ErrorState
              title={messages.ADMINISTRATORS_FAILED}
              text={failureText(found.error, '').trim()}
              onRetry={() => void found.refetch()}
            />
          </div>
        ) : found.data.length === 0 ? (
          <p className="mt-4">{messages.NO_ADMINISTRATORS}</p>
        ) : (
          <ul className="mt-3">
            {renderRows('li', found.data, (person) => (
              <li
                key={person.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 last:border-0"
              >
                <Avatar name={person.fullName} />
                <div className="min-w-0 flex-1 basis-48">
                  <p id={`administrator-${person.id}`} className="font-semibold leading-snug">
                    <Name>{person.fullName}</Name>
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
                  {messages.DISMISS}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Appoint club={club.shortName} />
      </Card>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => (dismissing.isPending ? undefined : setLeaving(null))}
        onConfirm={() => (leaving ? dismissing.mutate(leaving.userId) : undefined)}
        title={messages.dismissTitle(leaving?.fullName ?? '')}
        body={messages.DISMISS_BODY}
        confirmLabel={messages.DISMISS}
        danger
        busy={dismissing.isPending}
      />
    </section>
  )
}

function Appoint({ club }: { club: string }) {
  const appointing = useAppoint(club, () => form.reset())
  const form = useServerForm({
    defaultValues: { email: '' },
    check: ({ email }) => (email.trim() === '' ? { email: messages.APPOINT_MISSING } : {}),
    call: appointing,
    send: ({ email }) => appointing.mutate(email),
    refusedAt: () => 'email',
    failed: messages.APPOINT_FAILED,
  })
  return (
    <form {...form.props} className="mt-4 flex flex-wrap items-start gap-3 border-line border-t pt-5">
      <TextField
        label={messages.APPOINT_EMAIL}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.field('email')}
        className="min-w-52 flex-1 sm:max-w-96"
      />
      <Button
        type="submit"
        busy={appointing.isPending}
        icon={<ShieldPlus aria-hidden="true" className="size-4" />}
        className="mt-[1.6875rem]"
      >
        {messages.APPOINT}
      </Button>
    </form>
  )
}
