/** /refunds: what is paid back, what is not, and how long it takes. Says so where nothing is sold. */
import { useSite } from '@/api/session'
import { Alert } from '@/ui/Alert'
import { PolicyFrame } from './components/PolicyFrame'
import { NOTHING_SOLD, refunds } from './policyMessages'

export default function RefundsPage() {
  const site = useSite()
  const notice = site.billing ? null : <Alert tone="sky">{NOTHING_SOLD}</Alert>
  return <PolicyFrame policy={refunds(site)} notice={notice} />
}
