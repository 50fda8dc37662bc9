/**
 * Notice of a server that does not answer, over a page that still waits for what it shows while the server cannot be
 * reached. Whatever the page itself says of a failure, it says only once the call is given up.
 */
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { SITE_KEY } from '@/api/cache'
import { noteReached, useReached } from '@/api/connection'
import { askAgain } from '@/api/session'
import { useIsSlow } from '@/lib/useIsSlow'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'

type Asked = { queryKey: readonly unknown[]; state: { data: unknown } }
/** The site's facts have others to stand in for them. */
const isMissing = ({ queryKey, state }: Asked) => state.data === undefined && queryKey[0] !== SITE_KEY[0]

export function StillWaiting() {
  const cache = useQueryClient()
  const reached = useReached()
  const waits = useIsFetching({ predicate: isMissing }) > 0
  const late = useIsSlow(waits)
  if (!late || reached) return null
  const again = async () => {
    // Nothing is known until the next silence.
    noteReached(true)
    await cache.cancelQueries({ predicate: isMissing })
    askAgain()
  }
  return (
    <div className="wrap-page pt-4">
      <Alert tone="amber">
        <p>
          The server could not be reached yet. This page shows what is missing as soon as it answers. Check your
          connection.
        </p>
        <Button size="sm" className="mt-2" onClick={() => void again()}>
          Try again
        </Button>
      </Alert>
    </div>
  )
}
