/** Preview of the poll being made, as voters will see it: a picture, nothing in it can be pressed. */
import { Card } from '@/ui/Card'
import type { Draft } from '../model'

export function PollPreview({ draft }: { draft: Draft }) {
  return (
    <aside aria-label="Preview" className="min-w-0 lg:sticky lg:top-20">
      <h2 className="mb-2 font-semibold text-muted text-sm">Preview</h2>
      <Card className="bg-sunk">
        <p className="text-muted text-sm">{draft.organization.trim() || 'Organization'}</p>
        <p className="mt-1 font-[650] font-display text-lg leading-[1.2]">{draft.title.trim() || 'Your question'}</p>
        <ul className="mt-4 grid gap-2">
          {draft.options.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no name but its place
            <li key={at} className="rounded-control border border-line-strong bg-surface px-3.5 py-2.5">
              <span className="flex items-center gap-3">
                <span aria-hidden="true" className="size-4 shrink-0 rounded-full border-2 border-edge" />
                <span className="min-w-0 flex-1 text-[0.9375rem]">
                  {option.trim() || <span className="text-muted">Option {at + 1}</span>}
                </span>
              </span>
              <span aria-hidden="true" className="mt-2 block h-1.5 rounded-full bg-line" />
            </li>
          ))}
        </ul>
      </Card>
    </aside>
  )
}
