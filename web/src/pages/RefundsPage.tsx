/** /refunds: what is paid back, what is not, and how long it takes. Says so where nothing is sold. */
import { useSite } from '@/api/session'
import { Notice } from '@/ui/Notice'
import { PolicyFrame } from './parts/PolicyFrame'
import { NOTHING_SOLD, refunds } from './parts/policyWords'

export default function RefundsPage() {
  const site = useSite()
  const notice = site.billing ? null : <Notice tone="sky">{NOTHING_SOLD}</Notice>
  return <PolicyFrame policy={refunds(site)} notice={notice} />
}
