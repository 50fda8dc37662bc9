/**
 * Maths preview of texts while they are written. The server is asked once nothing was typed for a moment, and only where a text may hold
 * a formula; until it answers, and without it, what was drawn before stays and the rest stands as it was typed.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mayHoldMaths } from '@/lib/maths'
import { mathsQuery } from '../api'
import type { MathsPreview } from '../mathsPreview'

const PAUSE = 300
/** In no text. */
const BETWEEN = '\0'
const NOTHING: MathsPreview = { maths: undefined, problems: [] }

export function useMathsPreview(texts: readonly string[]): MathsPreview {
  const typed = texts.filter(mayHoldMaths).join(BETWEEN)
  const [asked, setAsked] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    ...mathsQuery(asked === '' ? [] : asked.split(BETWEEN)),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  return typed === '' ? NOTHING : (data ?? NOTHING)
}
