/** Parts for answers that may be changed, once they have loaded; undefined where the first answer counts, null until then. */
import { useEffect, useState } from 'react'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import type { ChangingParts } from './types'

let loaded: ChangingParts | null = null

export function useChanging(isChanging: boolean): ChangingParts | null | undefined {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!isChanging || parts) return
    void retryUntilLoaded(() => import('./changingParts')).then((file) => {
      loaded = file.parts
      setParts(file.parts)
    })
  }, [isChanging, parts])
  return isChanging ? parts : undefined
}
