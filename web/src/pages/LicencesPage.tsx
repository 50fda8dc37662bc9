/**
 * /licences?q=: what this release is made of besides our own work, with the texts of its licences. The list is a file beside the
 * scripts (public/licences.json, made from the lock files by `cargo xtask gen`), fetched here and nowhere else.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '@/api/authenticity'
import { failureText, notReached } from '@/api/failure'
import { useSite } from '@/api/session'
import { useTitle } from '@/lib/useTitle'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { SearchBox } from '@/ui/SearchBox'
import { Skeleton } from '@/ui/Skeleton'

/** `texts` are places in the list of texts; none where the package has no file with its licence. */
type Part = { name: string; version: string; licence: string; home?: string; in: 'server' | 'browser'; texts: number[] }
type Licences = { parts: Part[]; texts: string[] }

const LICENCES = 'Licences'
const GROUPS = [
  {
    place: 'server',
    title: 'In the server',
    lead: 'Linked into the program, with the C code some of them bring along.',
  },
  { place: 'browser', title: 'In the pages', lead: 'In the scripts, styles and fonts that your browser loads.' },
] as const

const licencesQuery = queryOptions({
  queryKey: ['licences'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Licences> => {
    const answer = await fetch('/licences.json', { signal, cache: 'no-cache' })
    const list: unknown = answer.ok ? read(await answer.text()) : undefined
    // A Wi-Fi log-in page in its place would stay for as long as this page is open.
    if (!isLicences(list)) throw notReached(answer.status, true)
    return list
  },
})

const isLicences = (list: unknown): list is Licences =>
  typeof list === 'object' && list !== null && 'parts' in list && Array.isArray(list.parts)

export default function LicencesPage() {
  useTitle(LICENCES)
  const site = useSite()
  const list = useQuery(licencesQuery)
  const { q: asked = '' } = useSearch({ from: '/site/licences' })
  const navigate = useNavigate()
  const ask = (q: string) =>
    void navigate({ to: '/licences', search: { q: q || undefined }, replace: true, resetScroll: false })
  const wanted = asked.trim().toLowerCase()
  const parts = list.data?.parts.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? []
  return (
    <div className="wrap-page pb-10">
      <PageHead
        title={LICENCES}
        lead={`${site.name} stands on the work of many others. These are their parts of it, and the terms they are given under. The texts are those the parts bring along; where they leave a choice, it is the one without duties for what is built on them. The standard library of Rust, under MIT or Apache-2.0, is in the server as well.`}
      />
      <SearchBox label="Search the parts" value={asked} onChange={ask} className="mb-6 sm:max-w-80" />
      <p role="status" className="sr-only">
        {list.isSuccess ? `${parts.length} ${parts.length === 1 ? 'part' : 'parts'}` : ''}
      </p>
      {list.isPending ? (
        <div className="grid gap-3" aria-busy="true">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="h-11" />
          ))}
        </div>
      ) : list.isError ? (
        <ErrorState
          title="The licences could not be loaded"
          text={failureText(list.error, '').trim()}
          onRetry={() => void list.refetch()}
        />
      ) : parts.length === 0 ? (
        <p className="text-muted">No part has this in its name.</p>
      ) : (
        GROUPS.map(({ place, title, lead }) => (
          <Group
            key={place}
            title={title}
            lead={lead}
            parts={parts.filter((part) => part.in === place)}
            texts={list.data.texts}
          />
        ))
      )}
    </div>
  )
}

function Group({ title, lead, parts, texts }: { title: string; lead: string; parts: Part[]; texts: string[] }) {
  if (parts.length === 0) return null
  return (
    <section className="border-line border-t py-8">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 mb-4 text-muted text-sm">
        {lead} {parts.length === 1 ? 'One part.' : `${parts.length} parts.`}
      </p>
      <ul>
        {parts.map((part) => (
          <li key={`${part.name} ${part.version}`} className="border-line border-b">
            <Entry part={part} texts={texts} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opened, it shows the texts; closed, they are not even in the page. */
function Entry({ part: { name, version, licence, home, texts: places }, texts }: { part: Part; texts: string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 py-2.5">
        <span className="break-all font-semibold">{name}</span>
        <span className="text-muted text-sm">{version}</span>
        <span className="text-sm sm:ml-auto">{licence}</span>
      </summary>
      {isOpen ? (
        <div className="grid gap-4 pb-5">
          {home ? (
            <a href={home} rel="noreferrer" className="link justify-self-start break-all text-sm">
              {home}
            </a>
          ) : null}
          {places.length === 0 ? (
            <p className="text-muted text-sm">The package names its licence and brings no text of it.</p>
          ) : null}
          {places.map((place) => (
            <pre key={place} className="whitespace-pre-wrap rounded-card bg-sunk p-4 text-xs">
              {texts[place]}
            </pre>
          ))}
        </div>
      ) : null}
    </details>
  )
}
