/** Head of the featured clubs, and the placeholder of the whole section while the carousel loads. */
import { useSite } from '@/api/session'
import { Skeleton } from '@/ui/Skeleton'

export function FeaturedClubsHead() {
  const { instituteName } = useSite()
  return (
    <>
      <h2 className="text-xl">Featured clubs</h2>
      <p className="mt-1 text-muted">
        {instituteName
          ? `Who sets the questions at ${instituteName}, and who turns up.`
          : 'Who sets the questions, and who turns up.'}
      </p>
    </>
  )
}

/** As high as the carousel: cards of 16:9 pictures over three lines, and two buttons beside the head. */
export function FeaturedShape() {
  return (
    <div>
      <div className="mb-5 flex items-end justify-between gap-4">
        <div className="min-w-0">
          <FeaturedClubsHead />
        </div>
        <span className="h-11 w-24 shrink-0" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Card />
        <Card className="max-sm:hidden" />
        <Card className="max-lg:hidden" />
      </div>
    </div>
  )
}

function Card({ className }: { className?: string }) {
  return (
    <div className={className}>
      <Skeleton className="aspect-[16/9] h-auto rounded-b-none" />
      <Skeleton className="h-[7.1rem] rounded-t-none opacity-60" />
    </div>
  )
}
