/** Fact sheet: one part of the installation's state, with a heading and its facts. */
import type { ReactNode } from 'react'
import { Card } from '@/ui/Card'

/** A sheet with a heading; a region of its own for whoever cannot see it. */
export function FactSheet({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </Card>
  )
}

/** What something is called, and what it is. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid gap-2.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
          <dt className="text-muted">{name}</dt>
          <dd className="num min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
