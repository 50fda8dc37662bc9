/** Delete button of a poll, for whoever made it as long as nobody has voted, and for ADMIN. */
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DELETE, DELETE_EMPTY, DELETE_TITLE, DELETE_VOTED } from '../messages'
import type { Poll } from '../model'
import { useDeletePoll } from '../mutations'

export function DeletePoll({ poll }: { poll: Poll }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const deleting = useDeletePoll(poll.id, () => navigate({ ...asLeft(paths.polls()), replace: true }))
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
      <ConfirmDialog
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
