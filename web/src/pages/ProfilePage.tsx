/** /profile with the latest purchases in it, where plans are sold. */
import { useSite } from '@/api/session'
import { LatestPurchases } from '@/features/payments/parts/LatestPurchases'
import { ProfilePage as Profile } from '@/features/profile/ProfilePage'

export default function ProfilePage() {
  const { billing } = useSite()
  return <Profile purchases={billing ? <LatestPurchases /> : null} />
}
