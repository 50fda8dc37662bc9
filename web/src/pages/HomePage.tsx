/** /: the landing page. Guests are shown what this is, with this site's real numbers; who is signed in finds the way on. */
import { lazy, Suspense } from 'react'
import { useTitle } from '@/lib/useTitle'
import { Skeleton } from '@/ui/Skeleton'
import { Closing } from './parts/Closing'
import { Features } from './parts/Features'
import { Hero } from './parts/Hero'
import { Moments } from './parts/Moments'
import { Numbers } from './parts/Numbers'

const ClubCarousel = lazy(() => import('./parts/ClubCarousel').then((file) => ({ default: file.ClubCarousel })))

export default function HomePage() {
  useTitle('')
  return (
    <>
      <Hero />
      <Numbers />
      <Moments />
      <Features />
      <div className="wrap-page py-14 sm:py-20">
        <Suspense fallback={<Skeleton className="h-[25.5rem]" />}>
          <ClubCarousel />
        </Suspense>
      </div>
      <Closing />
    </>
  )
}
