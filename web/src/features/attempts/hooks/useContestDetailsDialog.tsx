/**
 * Details dialog of a contest, whose code is fetched when it is first opened. It keeps showing its contest while it
 * closes. `contests` are the present ones: what changes in the list changes in the open dialog as well.
 */
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { ListedContest } from '../model'

const ContestDetails = lazy(() =>
  import('../components/ContestDetails').then((module) => ({ default: module.ContestDetails })),
)

export function useContestDetailsDialog(contests: readonly ListedContest[], zone: string) {
  const [chosen, setChosen] = useState<ListedContest | null>(null)
  const [open, setOpen] = useState(false)
  const show = useCallback((contest: ListedContest) => {
    setChosen(contest)
    setOpen(true)
  }, [])
  const present = chosen ? (contests.find((one) => one.id === chosen.id) ?? chosen) : null
  const dialog: ReactNode = present ? (
    <Suspense fallback={null}>
      <ContestDetails contest={present} open={open} zone={zone} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
  return { show, dialog }
}
