/** A notice in the inbox with everything it says: a press opens its page, beside it what can be done with it. */
import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSite } from '@/api/session'
import { cx } from '@/lib/cx'
import { localTimes } from '@/lib/time'
import { Button } from '@/ui/Button'
import { ago, type Notice } from '../model'
import * as words from '../words'
import { AboutSign } from './AboutSign'
import type { useOpening } from './useOpening'
import type { Removing } from './useRemoving'

type NoticeRowProps = {
  notice: Notice
  now: number
  link: ReturnType<ReturnType<typeof useOpening>>
  removing: Removing
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
        <AboutSign about={about} read={read} className="max-[359px]:hidden" />
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2.5">
            <span className={cx('min-w-0 break-words leading-snug group-hover:text-lawn', !read && 'font-semibold')}>
              {title}
            </span>
            {read ? null : (
              <span className="inline-flex items-center gap-1.5 font-semibold text-lawn text-xs">
                <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
                {words.UNREAD}
              </span>
            )}
          </span>
          {body ? (
            <span className="mt-1 block max-w-[68ch] whitespace-pre-line break-words text-muted text-sm">{body}</span>
          ) : null}
          <span className="num mt-1 block text-muted text-xs" title={localTimes(createdAt)}>
            {words.ABOUT[about].label} · {ago(createdAt, now, timeZone)}
          </span>
        </span>
      </a>
      <span className="flex shrink-0 max-sm:flex-col">
        {read ? null : (
          <button
            type="button"
            className={TOOL}
            aria-label={words.readLabel(title)}
            title={words.READ_ONE}
            onClick={onRead}
          >
            <Check aria-hidden="true" className="size-5" />
          </button>
        )}
        <button
          type="button"
          data-remove={id}
          className={TOOL}
          aria-label={words.removeLabel(title)}
          title={words.REMOVE}
          onClick={() => removing.remove(id)}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </span>
    </div>
  )
}

function Removed({ id, removing }: { id: string; removing: Removing }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  const undo = () => {
    removing.undo(id)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-remove="${CSS.escape(id)}"]`)?.focus())
  }
  return (
    <div role="status" className="flex min-h-16 items-center gap-4 py-3 text-muted text-sm">
      {words.REMOVED}
      <Button ref={button} size="sm" onClick={undo} onBlur={() => removing.movedOn(id)}>
        {words.UNDO}
      </Button>
    </div>
  )
}
