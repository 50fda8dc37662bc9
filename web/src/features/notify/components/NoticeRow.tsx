/**
 * Notice row, a notice in the inbox with everything it says: a press opens its page, beside it what can be done with
 * it.
 */
import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSite } from '@/api/session'
import { cx } from '@/lib/cx'
import { localTimes } from '@/lib/time'
import { Button } from '@/ui/Button'
import { Name } from '@/ui/Name'
import type { useOpenNotice } from '../hooks/useOpenNotice'
import type { UndoableRemoval } from '../hooks/useUndoableRemoval'
import * as messages from '../messages'
import { ago, type Notice } from '../model'
import { NoticeIcon } from './NoticeIcon'

type NoticeRowProps = {
  notice: Notice
  now: number
  link: ReturnType<ReturnType<typeof useOpenNotice>>
  removing: UndoableRemoval
  onRead: () => void
}

const TOOL = 'grid size-11 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink'

export function NoticeRow({ notice, now, link, removing, onRead }: NoticeRowProps) {
  const { timeZone } = useSite()
  const { id, about, title, body, createdAt, read } = notice
  if (removing.isGoing(id)) return <Removed id={id} removing={removing} />
  return (
    <div className="flex items-start gap-1 py-3 sm:gap-3">
      <a {...link} className="group flex min-w-0 flex-1 items-start gap-3 py-1">
        <NoticeIcon about={about} read={read} className="max-[359px]:hidden" />
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2.5">
            <span className={cx('ink min-w-0 leading-snug group-hover:text-lawn', !read && 'font-semibold')}>
              <Name>{title}</Name>
            </span>
            {read ? null : (
              <span className="inline-flex items-center gap-1.5 font-semibold text-lawn text-xs">
                <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
                {messages.UNREAD}
              </span>
            )}
          </span>
          {body ? (
            <span className="ink mt-1 block max-w-[68ch] whitespace-pre-line text-muted text-sm">{body}</span>
          ) : null}
          <span className="num mt-1 block text-muted text-xs" title={localTimes(createdAt)}>
            {messages.ABOUT[about].label} · {ago(createdAt, now, timeZone)}
          </span>
        </span>
      </a>
      <span className="flex shrink-0 max-sm:flex-col">
        {read ? null : (
          <button
            type="button"
            className={TOOL}
            aria-label={messages.readLabel(title)}
            title={messages.READ_ONE}
            onClick={onRead}
          >
            <Check aria-hidden="true" className="size-5" />
          </button>
        )}
        <button
          type="button"
          data-remove={id}
          className={TOOL}
          aria-label={messages.removeLabel(title)}
          title={messages.REMOVE}
          onClick={() => removing.remove(id)}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </span>
    </div>
  )
}

function Removed({ id, removing }: { id: string; removing: UndoableRemoval }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  const undo = () => {
    removing.undo(id)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-remove="${CSS.escape(id)}"]`)?.focus())
  }
  return (
    <div role="status" className="flex min-h-16 items-center gap-4 py-3 text-muted text-sm">
      {messages.REMOVED}
      <Button ref={button} size="sm" onClick={undo} onBlur={() => removing.movedOn(id)}>
        {messages.UNDO}
      </Button>
    </div>
  )
}
