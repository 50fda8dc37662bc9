/** For whoever made a poll, as long as nobody has voted, and for ADMIN. */
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '@/app/paths'
import { Button } from '@/ui/Button'
import { Confirm } from '@/ui/Confirm'
import { useDeletePoll } from '../changes'
import type { Poll } from '../model'
import { DELETE, DELETE_EMPTY, DELETE_TITLE, DELETE_VOTED } from '../words'

export function DeletePoll({ poll }: { poll: Poll }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const deleting = useDeletePoll(poll.id, () => navigate({ ...paths.polls(), replace: true }))
  return (
    <>
      <Button
        variant="ghost"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        busy={deleting.isPending}
        onClick={() => setAsking(true)}
      >
        {DELETE}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          deleting.mutate()
        }}
        title={DELETE_TITLE}
        body={poll.voters === 0 ? DELETE_EMPTY : DELETE_VOTED}
        confirmLabel={DELETE}
        danger
        busy={deleting.isPending}
      />
    </>
  )
}
