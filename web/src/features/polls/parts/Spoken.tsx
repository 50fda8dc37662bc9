/** The moving numbers for those who do not see them: said politely, when they changed, and not oftener than each 10 s. */
import { useEffect, useRef, useState } from 'react'
import { type Poll, spokenTally } from '../model'

const EVERY = 10_000

export function Spoken({ poll, on }: { poll: Poll; on: boolean }) {
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
