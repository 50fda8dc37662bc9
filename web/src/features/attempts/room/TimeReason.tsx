/** Why an organiser has just moved the own end, or stopped the clocks: read once it was heard of, by a hall of browsers not in one moment. */
import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { timeReasonQuery } from '../api'
import { organiserSaid } from './messages'
import { Strip } from './QuestionNavigationBar'

const SPREAD = 1500
/** Long enough to be read. */
const SHOWN_FOR = 60_000

/** `turn`: another text with each change. */
export function TimeReason({ contest, turn }: { contest: string; turn: string }) {
  const [asks, setAsks] = useState(false)
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const ask = setTimeout(() => setAsks(true), Math.random() * SPREAD)
    const hide = setTimeout(() => setShown(false), SPREAD + SHOWN_FOR)
    return () => {
      clearTimeout(ask)
      clearTimeout(hide)
    }
  }, [])
  const { data: reason } = useQuery({ ...timeReasonQuery(contest, turn), enabled: asks })
  if (!reason || !shown) return null
  return (
    <Strip tone="sky" icon={<MessageSquareText aria-hidden="true" />}>
      {organiserSaid(reason)}
    </Strip>
  )
}
