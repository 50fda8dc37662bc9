/**
 * Folding sections of a policy: closed, each says in one sentence what stands in it. The browser's own element, so that
 * searching in the page opens what it finds. An address such as /privacy#rights opens that section.
 */
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/ui/Button'
import type { Section } from '../policyMessages'
import { CLOSE_ALL, OPEN_ALL } from '../policyMessages'
import { PolicyText } from './PolicyText'

export function PolicyFolds({ sections }: { sections: readonly Section[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([fromAddress() || sections[0]?.id || '']))
  const all = sections.every(({ id }) => open.has(id))

  useEffect(() => {
    const onHash = () => {
      const id = fromAddress()
      if (id) setOpen((before) => new Set([...before, id]))
    }
    if (fromAddress()) document.getElementById(fromAddress())?.scrollIntoView()
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])

  const toggle = (id: string, isOpen: boolean) =>
    setOpen((before) => {
      if (before.has(id) === isOpen) return before
      const after = new Set(before)
      if (isOpen) after.add(id)
      else after.delete(id)
      return after
    })

  return (
    <>
      <div className="-mt-4 flex justify-end pb-2 sm:-mt-9">
        <Button size="sm" variant="ghost" onClick={() => setOpen(new Set(all ? [] : sections.map(({ id }) => id)))}>
          {all ? CLOSE_ALL : OPEN_ALL}
        </Button>
      </div>
      {sections.map((section) => (
        <details
          key={section.id}
          id={section.id}
          open={open.has(section.id)}
          onToggle={(event) => toggle(section.id, event.currentTarget.open)}
          className="group scroll-mt-20 border-line border-t"
        >
          <summary className="flex items-start gap-4 py-6 [&::-webkit-details-marker]:hidden">
            <span className="grid flex-1 gap-x-12 gap-y-1 md:grid-cols-[16rem_minmax(0,1fr)]">
              <h2 className="text-lg">{section.title}</h2>
              <span className="max-w-[66ch] self-center text-muted">{section.gist}</span>
            </span>
            <ChevronDown
              aria-hidden="true"
              className="mt-0.5 size-6 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="pb-8 md:pl-[19rem]">
            <div className="grid max-w-[66ch] gap-4">
              <PolicyText blocks={section.blocks} />
            </div>
          </div>
        </details>
      ))}
    </>
  )
}

function fromAddress(): string {
  return window.location.hash.slice(1)
}
