/** Maths context: how the texts within a MathsProvider draw their formulas; without one they stand as they are. */
import { createContext, type ReactNode } from 'react'
import type { Maths } from '@/lib/maths'

/** How a text is drawn: in it marks stand for its formulas; `words` draws a part of it, and `code` gives one as it stands. */
export type Drawn = { text: string; words: (part: string) => ReactNode; code: (part: string) => string }
/** `inLine`: where nothing may scroll or be pressed, and a name is made of what stands there, as in a button. */
export type Draw = (maths: Maths, text: string, inLine: boolean) => Drawn

export const MathsContext = createContext<((text: string, inLine: boolean) => Drawn) | null>(null)
