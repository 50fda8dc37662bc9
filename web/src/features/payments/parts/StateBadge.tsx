/** What became of an order, in a word. */
import { Badge } from '@/ui/Badge'
import { type OrderState, stateTone } from '../model'
import { STATES } from '../words'

export function StateBadge({ state }: { state: OrderState }) {
  return <Badge tone={stateTone(state)}>{STATES[state]}</Badge>
}
