/** /: the landing page. Guests are shown what this is, with this site's real numbers; who is signed in finds the way on. */
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTitle } from '@/lib/useTitle'
import { Notice } from '@/ui/Notice'
import { Closing } from './parts/Closing'
import { FeaturedShape } from './parts/FeaturedHead'
import { Features } from './parts/Features'
import { Hero } from './parts/Hero'
import { Moments } from './parts/Moments'
import { Numbers } from './parts/Numbers'

const FAREWELL = 'Your account is deleted.'
const FAREWELL_MORE = 'Thank you for having been here. Whenever you like, you can sign up again and start afresh.'

const ClubCarousel = lazy(() => import('./parts/ClubCarousel').then((file) => ({ default: file.ClubCarousel })))

export default function HomePage() {
  useTitle('')
  const farewell = useRouterState({ select: (state) => state.location.state.farewell === true })
  return (
    <>
      {farewell ? (
        <div className="wrap-page pt-6">
          <Notice tone="lawn">
            <p className="font-semibold">{FAREWELL}</p>
            <p>{FAREWELL_MORE}</p>
          </Notice>
        </div>
      ) : null}
      <Hero />
      <Numbers />
      <Moments />
      <Features />
      <div className="wrap-page py-14 sm:py-20">
        <Suspense fallback={<FeaturedShape />}>
          <ClubCarousel />
        </Suspense>
      </div>
      <Closing />
    </>
  )
}
