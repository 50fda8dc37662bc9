/**
 * Name that somebody else wrote, of a person, a club or a contest, beside other text in one line. It is isolated: a name that
 * runs from right to left would otherwise change places with the numbers and signs next to it. That it is used is tested
 * (isolation.test.ts). Where there is only text and a number follows, `isolated` does the same.
 */
import type { ReactNode } from 'react'

export function Name({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}
