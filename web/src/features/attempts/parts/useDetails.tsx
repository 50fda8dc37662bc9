/**
 * The dialog of a contest's details, fetched when it is first opened. It keeps showing its contest while it closes.
 * `contests` are the present ones: what changed in the list shows in the open dialog as well.
 */
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { ListedContest } from '../model'

const ContestDetails = lazy(() => import('./ContestDetails').then((module) => ({ default: module.ContestDetails })))

export function useDetails(contests: readonly ListedContest[], zone: string) {
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
