/**
 * Clock of the contest screen: the countdown by the server's clock. It is read to nobody each second: a screen reader
 * hears 15, 5 and 1 minute and the end. What happens at the end is the room's business (`onEnd`).
 */
import { useEffect, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { formatClock } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { TIME_LEFT } from './messages'
import { announced, type ClockTone, clockOf, clockTone, secondsLeft, toneReason } from './model'

const TONES: Record<ClockTone, string> = {
  lawn: 'bg-lawn-soft text-lawn',
  amber: 'bg-amber-soft text-amber',
  brick: 'bg-brick-soft text-brick',
}

/** Long enough to be read out after whatever is being read. */
const SAID_FOR = 15_000

type ClockProps = {
  endsAt: number
  /** Since when it stands still, while it does. */
  pausedAt?: number
  onEnd: () => void
}

export function Clock({ endsAt, pausedAt, onEnd }: ClockProps) {
  const now = clockOf(pausedAt, useNow())
  const seconds = secondsLeft(endsAt, now)
  const over = seconds === 0
  useEffect(() => {
    if (over) onEnd()
  }, [over, onEnd])

  const before = useRef(seconds)
  const counted = useRef(endsAt)
  const [said, setSaid] = useState('')
  useEffect(() => {
    // An end that is moved passes no mark: the minutes between were not lived through.
    const lived = counted.current === endsAt
    counted.current = endsAt
    const text = lived ? announced(before.current, seconds) : null
    before.current = seconds
    if (text || !lived) setSaid(text ?? '')
  }, [seconds, endsAt])
  // Who reads through the page later must not find minutes that are over.
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(''), SAID_FOR)
    return () => clearTimeout(timer)
  }, [said])

  return (
    <>
      <ClockFace text={formatClock(seconds * 1000)} tone={clockTone(seconds)} hint={toneReason(seconds)} />
      <p aria-live="assertive" className="sr-only">
        {said}
      </p>
    </>
  )
}

export function ClockFace({ text, tone, hint = '' }: { text: string; tone: ClockTone; hint?: string }) {
  return (
    <div
      role="timer"
      aria-live="off"
      className={cx(
        'grid shrink-0 justify-items-start rounded-control px-2.5 py-1 transition-colors duration-200 sm:px-3 low:py-0',
        TONES[tone],
      )}
    >
      <span className="flex w-full justify-between gap-2 font-semibold text-xs leading-4">
        {/* On the narrowest phones both do not fit beside what is saved. */}
        <span className={hint ? 'max-[24rem]:sr-only' : undefined}>{TIME_LEFT}</span>
        {hint ? <strong className="whitespace-nowrap font-bold">{hint}</strong> : null}
      </span>
      <span translate="no" className="num font-display font-semibold text-lg leading-6">
        {text}
      </span>
    </div>
  )
}
