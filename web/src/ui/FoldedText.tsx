/**
 * Folded text: what somebody else has written, in a list. After twelve lines it is cut, with a button that shows the rest; a
 * shorter one has no button. A screen reader has the whole text either way. Two thousand lines of one letter each would
 * put everything below them out of reach.
 */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '@/lib/cx'

export const SHOW_ALL = 'Show all'
export const SHOW_LESS = 'Show less'

type FoldedTextProps = {
  text: string
  /** Whose or which text, for those who hear the button and do not see what is beside it. */
  of: string
  className?: string
}

export function FoldedText({ text, of, className }: FoldedTextProps) {
  const id = useId()
  const words = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isLong, setLong] = useState(false)
  const [open, setOpen] = useState(false)
  // Where the button was on the screen when it was pressed to show less.
  const stood = useRef<number | null>(null)

  // Before anything is painted, so that nothing moves. Whole it has no bound to measure by.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is measured anew
  useLayoutEffect(() => {
    const { current } = words
    if (!current || open) return
    const look = () => setLong(current.scrollHeight > current.clientHeight + 1)
    look()
    if (!('ResizeObserver' in window)) return
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [text, open])

  // What goes lies above the button, which stays under the finger.
  useLayoutEffect(() => {
    if (open || stood.current === null || !button.current) return
    window.scrollBy({ top: button.current.getBoundingClientRect().top - stood.current, behavior: 'instant' })
    stood.current = null
  }, [open])

  const label = open ? SHOW_LESS : SHOW_ALL
  const toggle = () => {
    stood.current = open ? (button.current?.getBoundingClientRect().top ?? null) : null
    setOpen(!open)
  }

  return (
    <>
      <p id={id} ref={words} className={cx('wrap-anywhere whitespace-pre-line', !open && 'line-clamp-12', className)}>
        {text}
      </p>
      {isLong ? (
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-label={`${label}: ${of}`}
          aria-controls={id}
          className="link inline-flex min-h-11 items-center text-sm"
          onClick={toggle}
        >
          {label}
        </button>
      ) : null}
    </>
  )
}
