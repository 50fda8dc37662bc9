/** /: the landing page. Guests are shown what this is, with this site's real numbers; who is signed in finds the way on. */
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { ClosingSection } from './components/ClosingSection'
import { ContestTimeline } from './components/ContestTimeline'
import { FeaturedShape } from './components/FeaturedClubsHead'
import { FeatureGrid } from './components/FeatureGrid'
import { Hero } from './components/Hero'
import { SiteNumbers } from './components/SiteNumbers'

const FAREWELL = 'Your account is deleted.'
const FAREWELL_MORE = 'Thank you for having been here. Whenever you like, you can sign up again and start afresh.'

const ClubCarousel = lazy(() => import('./components/ClubCarousel').then((file) => ({ default: file.ClubCarousel })))

export default function HomePage() {
  useTitle('')
  const farewell = useRouterState({ select: (state) => state.location.state.farewell === true })
  return (
    <>
      {farewell ? (
        <div className="wrap-page pt-6">
          <Alert tone="lawn">
            <p className="font-semibold">{FAREWELL}</p>
            <p>{FAREWELL_MORE}</p>
          </Alert>
        </div>
      ) : null}
      <Hero />
      <SiteNumbers />
      <ContestTimeline />
      <FeatureGrid />
      <div className="wrap-page py-14 sm:py-20">
        <Suspense fallback={<FeaturedShape />}>
          <ClubCarousel />
        </Suspense>
      </div>
      <ClosingSection />
    </>
  )
}
