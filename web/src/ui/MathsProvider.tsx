/**
 * Maths provider: lets the texts within it draw their formulas (CodeText.tsx). The code and the rules that draw come only where there
 * is a formula; until they are here, and in a browser without MathML, the texts stand as they were written.
 */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Maths } from '@/lib/maths'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { type Draw, MathsContext } from './mathsContext'

let loaded: Draw | null = null

export function MathsProvider({ maths, children }: { maths: Maths | undefined; children: ReactNode }) {
  const [draw, setDraw] = useState<Draw | null>(() => loaded)
  const isDrawn = maths !== undefined && 'MathMLElement' in window

  useEffect(() => {
    if (!isDrawn || draw) return
    let isGone = false
    void retryUntilLoaded(() => import('./MathsDrawing')).then(({ drawTexts }) => {
      loaded = drawTexts
      if (!isGone) setDraw(() => drawTexts)
    })
    return () => {
      isGone = true
    }
  }, [isDrawn, draw])

  const value = useMemo(
    () => (isDrawn && draw ? (text: string, inLine: boolean) => draw(maths, text, inLine) : null),
    [isDrawn, draw, maths],
  )
  return <MathsContext value={value}>{children}</MathsContext>
}
