/** /shipping: delivery is digital, within a minute. Says so where nothing is sold. */
import { useSite } from '@/api/session'
import { Alert } from '@/ui/Alert'
import { PolicyFrame } from './components/PolicyFrame'
import { NOTHING_SOLD, shipping } from './policyMessages'

export default function ShippingPage() {
  const site = useSite()
  const notice = site.billing ? null : <Alert tone="sky">{NOTHING_SOLD}</Alert>
  return <PolicyFrame policy={shipping(site)} notice={notice} />
}
