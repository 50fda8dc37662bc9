/**
 * Code text, which may hold a program, shown so that the program stays one: every space where it was, in even letters.
 * `CodeText` gives programs blocks of their own, which scroll by themselves; `CodeLine` is for places that cannot hold
 * a block, a button or a label: there they wrap.
 */
import { Fragment, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { textParts } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'

const PROSE = 'whitespace-pre-wrap wrap-anywhere'
const MONO = 'font-mono font-normal tracking-normal [tab-size:4]'

type CodeTextProps = {
  text: string
  /** What the first words stand in, a heading or a paragraph. */
  lead: (words: ReactNode) => ReactNode
  /** Of the programs. */
  className?: string
}

export function CodeText({ text, lead, className }: CodeTextProps) {
  const [first, ...rest] = textParts(text)
  if (!first) return lead('')
  return (
    <>
      {lead(<Words part={first} />)}
      {rest.map((part, at) =>
        part.kind === 'code' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never change places
          <CodeBlock key={at} text={part.text} className={className} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={at} className={cx(PROSE, 'mt-2.5 max-w-[68ch]')}>
            {part.text}
          </p>
        ),
      )}
    </>
  )
}

export function CodeLine({ text }: { text: string }) {
  const [first, ...rest] = textParts(text)
  if (!first) return null
  if (rest.length === 0) return <Words part={first} />
  return (
    <span className={PROSE}>
      <Words part={first} />
      {rest.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never change places
        <Fragment key={at}>
          {'\n'}
          <Words part={part} />
        </Fragment>
      ))}
    </span>
  )
}

function Words({ part: { kind, text } }: { part: { kind: 'prose' | 'code'; text: string } }) {
  return <span className={cx(PROSE, kind === 'code' && cx(MONO, 'text-[0.9375em]'))}>{text}</span>
}

/** The keys that scroll it mean nothing else meanwhile. */
function keepArrows(event: KeyboardEvent) {
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') event.stopPropagation()
}

function CodeBlock({ text, className }: { text: string; className?: string }) {
  const block = useRef<HTMLPreElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const { current } = block
    if (!current) return
    const look = () => setScrolls(current.scrollWidth > current.clientWidth)
    look()
    if (!('ResizeObserver' in window)) return
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return (
    <pre
      ref={block}
      // Only what scrolls has to be reached by keyboard.
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': 'Program', onKeyDown: keepArrows } : {})}
      // Its long lines make nothing around it wider.
      className={cx(
        MONO,
        'mt-2.5 max-w-full overflow-x-auto whitespace-pre [contain:inline-size] rounded-control border border-line bg-sunk px-3.5 py-3 text-[0.9375rem] text-ink leading-normal',
        className,
      )}
    >
      {text}
    </pre>
  )
}
