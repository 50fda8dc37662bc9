/** Slow replies: whether something is waited for so long (`SILENCE`) that it is worth a word. */
import { useEffect, useState } from 'react'
import { SILENCE } from './timeoutSignal'

export function useIsSlow(isWaiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), SILENCE)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return late
}
