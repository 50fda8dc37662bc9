/** /shipping: delivery is digital, within a minute. Says so where nothing is sold. */
import { useSite } from '@/api/session'
import { Notice } from '@/ui/Notice'
import { PolicyFrame } from './parts/PolicyFrame'
import { NOTHING_SOLD, shipping } from './parts/policyWords'

export default function ShippingPage() {
  const site = useSite()
  const notice = site.billing ? null : <Notice tone="sky">{NOTHING_SOLD}</Notice>
  return <PolicyFrame policy={shipping(site)} notice={notice} />
}
