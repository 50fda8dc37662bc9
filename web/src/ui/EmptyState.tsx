/** Empty state: a list with nothing in it says so, and what to do next. */
import type { ReactNode } from 'react'

export function EmptyState({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-card border border-line-strong border-dashed px-6 py-10 sm:px-10">
      <span aria-hidden="true" className="mb-3 grid grid-cols-2 gap-1">
        <i className="size-3.5 rounded-[4px] bg-line-strong" />
        <i className="size-3.5 rounded-[4px] border-2 border-marigold border-dashed" />
        <i className="size-3.5 rounded-[4px] bg-line-strong" />
        <i className="size-3.5 rounded-[4px] bg-line-strong" />
      </span>
      <h2 className="text-lg">{title}</h2>
      {text ? <p className="max-w-[52ch] text-muted">{text}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap gap-3">{action}</div> : null}
    </div>
  )
}
