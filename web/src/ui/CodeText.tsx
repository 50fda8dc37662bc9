/**
 * Code text, which may hold a program, shown so that the program stays one: every space where it was, in even letters, from
 * left to right, and not translated. `CodeText` gives programs blocks of their own, which scroll by themselves; `CodeLine` is
 * for places that cannot hold a block, a button or a label: there they wrap. Formulas are drawn within a MathsProvider.
 */
import { Fragment, type ReactNode, useContext } from 'react'
import { inlineParts, type TextPart, textParts } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'
import { useSideScroll } from '@/lib/useSideScroll'
import { type Drawn, MathsContext } from './mathsContext'

const PROSE = 'whitespace-pre-wrap wrap-anywhere'
const MONO = 'font-mono font-normal tracking-normal [tab-size:4]'
/** A frame and no ground: what is written keeps its contrast wherever it stands. */
const FRAMED = 'rounded-[4px] border border-line-strong px-1 box-decoration-clone'
const CODE = { translate: 'no', dir: 'ltr' } as const

type CodeTextProps = {
  text: string
  /** What the first words stand in, a heading or a paragraph. */
  lead: (words: ReactNode) => ReactNode
  /** Of the programs. */
  className?: string
}

/** Without formulas a text stands as it is. */
const PLAIN = { words: (part: string): ReactNode => part, code: (part: string) => part }

function useDrawn(text: string, inLine: boolean): Drawn {
  const draw = useContext(MathsContext)
  return draw ? draw(text, inLine) : { text, ...PLAIN }
}

export function CodeText({ text, lead, className }: CodeTextProps) {
  const drawn = useDrawn(text, false)
  const [first, ...rest] = textParts(drawn.text)
  if (!first) return lead('')
  return (
    <>
      {lead(
        first.kind === 'code' ? (
          <CodeBlock as="code" part={first} drawn={drawn} className={className} />
        ) : (
          <Words part={first} drawn={drawn} />
        ),
      )}
      {rest.map((part, at) =>
        part.kind === 'code' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never change places
          <CodeBlock key={at} as="pre" part={part} drawn={drawn} className={className} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={at} className={cx(PROSE, 'mt-2.5 max-w-[68ch]')}>
            <Inline text={part.text} drawn={drawn} />
          </p>
        ),
      )}
    </>
  )
}

export function CodeLine({ text }: { text: string }) {
  const drawn = useDrawn(text, true)
  const [first, ...rest] = textParts(drawn.text)
  if (!first) return null
  if (rest.length === 0) return <Words part={first} drawn={drawn} />
  return (
    <span className={PROSE}>
      <Words part={first} drawn={drawn} />
      {rest.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never change places
        <Fragment key={at}>
          {'\n'}
          <Words part={part} drawn={drawn} />
        </Fragment>
      ))}
    </span>
  )
}

function Words({ part: { kind, text }, drawn }: { part: TextPart; drawn: Drawn }) {
  if (kind === 'code') {
    return (
      <code {...CODE} className={cx(PROSE, MONO, 'text-[0.9375em]')}>
        {drawn.code(text)}
      </code>
    )
  }
  return (
    <span className={PROSE}>
      <Inline text={text} drawn={drawn} />
    </span>
  )
}

function Inline({ text, drawn }: { text: string; drawn: Drawn }) {
  const parts = inlineParts(text)
  if (!parts.some(({ kind }) => kind === 'code')) return drawn.words(text)
  return parts.map((part, at) =>
    part.kind === 'code' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never change places
      <code key={at} {...CODE} className={cx(PROSE, MONO, FRAMED, 'text-[0.9375em]')}>
        {drawn.code(part.text)}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={at}>{drawn.words(part.text)}</Fragment>
    ),
  )
}

/** `code` where only words may stand, in a heading or a paragraph. */
type CodeBlockProps = { as: 'pre' | 'code'; part: TextPart; drawn: Drawn; className?: string }

function CodeBlock({ as: As, part, drawn, className }: CodeBlockProps) {
  const [text, label] = [drawn.code(part.text), part.label && drawn.code(part.label)]
  const { ref, reached } = useSideScroll<HTMLPreElement>(text)
  return (
    <As
      ref={ref}
      {...CODE}
      {...reached(label ? `Program, ${label}` : 'Program')}
      // Its long lines make nothing around it wider.
      className={cx(
        MONO,
        'mt-2.5 block max-w-full overflow-x-auto whitespace-pre [contain:inline-size] rounded-control border border-line bg-sunk px-3.5 py-3 text-[0.9375rem] text-ink leading-normal',
        className,
      )}
    >
      {text}
    </As>
  )
}
