/**
 * Ballot: the options with their numbers, and the vote. The same rows before, during and after: nothing moves but the
 * bars. What was chosen is remembered only until it is sent.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { CONFIRM_BODY, CONFIRM_TITLE, MESSAGES, VOTE, YOU_VOTED } from '../messages'
import { type Poll, type Status, shareTexts, winnersOf } from '../model'
import { useVote } from '../mutations'
import { OptionRow } from './OptionRow'
import { PollAnnouncer } from './PollAnnouncer'

export function Ballot({ poll, status }: { poll: Poll; status: Status }) {
  const group = useId()
  const [choice, setChoice] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const message = useRef<HTMLParagraphElement>(null)
  const voted = useRef(false)
  const voting = useVote(poll, () => {
    voted.current = true
    setChoice(null)
    setAsking(false)
  })
  const open = status === 'active' && !poll.voted
  const chosen = open && choice !== null ? poll.options[choice] : undefined
  const shares = shareTexts(poll.options)
  const winners = status === 'ended' ? winnersOf(poll.options) : []

  // The clock may run out under an open question.
  useEffect(() => {
    if (!open) setAsking(false)
  }, [open])

  // The button that had the focus is gone.
  useEffect(() => {
    if (asking || !voted.current) return
    voted.current = false
    const timer = setTimeout(() => message.current?.focus({ preventScroll: true }), 300)
    return () => clearTimeout(timer)
  }, [asking])

  return (
    <section aria-label="Options" className="min-w-0 max-w-2xl">
      <fieldset disabled={!open} className="min-w-0">
        <legend className="sr-only">{poll.title}</legend>
        <div className="grid gap-3">
          {poll.options.map((option, at) => (
            <OptionRow
              key={option.name}
              group={group}
              option={option}
              voters={poll.voters}
              shareText={shares[at] ?? ''}
              chosen={open && choice === at}
              open={open}
              won={winners.includes(at) ? (winners.length > 1 ? 'tied' : 'alone') : undefined}
              onChoose={() => setChoice(at)}
            />
          ))}
        </div>
      </fieldset>
      <div
        data-foot
        className="sticky bottom-0 z-10 mt-5 flex min-h-17 flex-wrap items-center gap-x-5 gap-y-3 border-line border-t bg-paper py-3"
      >
        <p
          ref={message}
          tabIndex={-1}
          role="status"
          className="min-w-0 flex-1 basis-56 text-muted text-sm outline-none"
        >
          {status === 'active' && poll.voted ? YOU_VOTED : MESSAGES[status]}
        </p>
        {chosen ? (
          <Button
            variant="primary"
            className="max-sm:w-full"
            busy={voting.isPending}
            onClick={() => {
              voting.look()
              setAsking(true)
            }}
          >
            {VOTE}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking && chosen !== undefined}
        onClose={() => {
          voting.stop()
          setAsking(false)
        }}
        onConfirm={() => choice !== null && !voting.isPending && voting.mutate(choice)}
        title={CONFIRM_TITLE}
        body={
          <>
            <p className="font-semibold text-ink text-lg">{chosen?.name}</p>
            <p className="mt-2">{CONFIRM_BODY}</p>
          </>
        }
        confirmLabel="Cast vote"
        busy={voting.isPending}
      />
      <PollAnnouncer poll={poll} on={status === 'active'} />
    </section>
  )
}
