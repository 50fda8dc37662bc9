/** /profile with the latest purchases in it, where plans are sold, one's clubs, and what one is notified of. */
import { useSite } from '@/api/session'
import { OwnClubs } from '@/features/clubs/parts/MyClubs'
import { NotifySettings } from '@/features/notify/parts/NotifySettings'
import { LatestPurchases } from '@/features/payments/parts/LatestPurchases'
import { ProfilePage as Profile } from '@/features/profile/ProfilePage'

export default function ProfilePage() {
  const { billing } = useSite()
  return (
    <Profile purchases={billing ? <LatestPurchases /> : null} clubs={<OwnClubs />} notifications={<NotifySettings />} />
  )
}
