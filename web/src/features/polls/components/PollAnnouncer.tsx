/** Announcer of a poll's numbers for screen readers: polite, only when they changed, and at most every 10 s. */
import { useEffect, useRef, useState } from 'react'
import { type Poll, spokenTally } from '../model'

const EVERY = 10_000

export function PollAnnouncer({ poll, on }: { poll: Poll; on: boolean }) {
  const text = spokenTally(poll)
  const [said, setSaid] = useState('')
  // What is on the screen from the beginning is read there.
  const known = useRef({ text, at: Number.NEGATIVE_INFINITY })

  useEffect(() => {
    if (!on || known.current.text === text) return
    const wait = Math.max(0, known.current.at + EVERY - performance.now())
    const timer = setTimeout(() => {
      known.current = { text, at: performance.now() }
      setSaid(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, on])

  return (
    <p aria-live="polite" className="sr-only">
      {on ? said : ''}
    </p>
  )
}
