/** Logo: four lawns of a quadrangle, one in flower. The site's configured name stands beside it. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2.5 font-bold font-display text-lg tracking-[-0.02em]">
      <QuadSign className="size-[22px]" />
      {name}
    </span>
  )
}

export function QuadSign({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 22 22" className={className} aria-hidden="true">
      <g className="fill-lawn">
        <rect width="9.5" height="9.5" rx="3" />
        <rect y="12.5" width="9.5" height="9.5" rx="3" />
        <rect x="12.5" y="12.5" width="9.5" height="9.5" rx="3" />
      </g>
      <rect x="12.5" width="9.5" height="9.5" rx="3" className="fill-marigold" />
    </svg>
  )
}
