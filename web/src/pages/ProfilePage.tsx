/** /profile with the latest purchases in it, where plans are sold, one's clubs, and what one is notified of. */
import { useSite } from '@/api/session'
import { OwnClubs } from '@/features/clubs/components/MyClubs'
import { NotificationSettings } from '@/features/notify/components/NotificationSettings'
import { LatestPurchases } from '@/features/payments/components/LatestPurchases'
import { ProfileView as Profile } from '@/features/profile/components/ProfileView'

export default function ProfilePage() {
  const { billing } = useSite()
  return (
    <Profile
      purchases={billing ? <LatestPurchases /> : null}
      clubs={<OwnClubs />}
      notifications={<NotificationSettings />}
    />
  )
}
