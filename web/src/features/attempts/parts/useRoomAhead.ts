/**
 * Fetches the contest screen's code where somebody is likely to go there next, once the page is quiet. Where the service
 * worker is, it has kept that already; on a plain http LAN there is none.
 */
import { useEffect } from 'react'
import { savesData } from '@/lib/savesData'
import { whenQuiet } from '@/lib/whenQuiet'

export function useRoomAhead(): void {
  useEffect(() => (savesData() ? undefined : whenQuiet(() => void import('../TakeContestPage').catch(() => {}))), [])
}
