/** State badge of an order, in a word. */
import { Badge } from '@/ui/Badge'
import { STATES } from '../messages'
import { type Purchase, shownOf, stateTone } from '../model'

export function OrderStateBadge({ purchase }: { purchase: Pick<Purchase, 'state' | 'progress'> }) {
  const shown = shownOf(purchase)
  return <Badge tone={stateTone(shown)}>{STATES[shown]}</Badge>
}
