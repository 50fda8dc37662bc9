/**
 * Contest that a log-in leads on to, by its name, if everybody may know of it. Its line is there from the start, so that nothing
 * below moves when the name comes.
 */
import { useQuery } from '@tanstack/react-query'
import { isGone } from '@/api/failure'
import { Name } from '@/ui/Name'
import { publicContestQuery } from '../api'
import { contestOf } from '../loginRedirect'

export function NextContest({ next }: { next: string | undefined }) {
  const id = contestOf(next)
  return id ? <Named id={id} /> : null
}

function Named({ id }: { id: string }) {
  const { data, error } = useQuery(publicContestQuery(id))
  // One that has become private is not named from what is kept of it.
  const title = isGone(error) ? undefined : data
  return (
    <span aria-live="polite" className="block h-6 truncate leading-6" title={title}>
      {title ? (
        <>
          Contest:{' '}
          <span className="font-semibold text-ink">
            <Name>{title}</Name>
          </span>
        </>
      ) : null}
    </span>
  )
}
