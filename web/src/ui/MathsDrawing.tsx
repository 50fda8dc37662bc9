/**
 * Maths drawing: formulas as MathML, which the browser draws by itself. The server has reduced them to a list of elements and
 * attributes (crates/maths/src/reduce.rs); what is not in the list is not drawn here either. One that is too wide scrolls by itself.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { asItStands, masked, type Piece, unmasked } from '@/lib/mathsMask'
import { useSideScroll } from '@/lib/useSideScroll'
import type { Draw } from './mathsContext'
import './maths.css'

export const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  math: ['display'],
  mrow: ['displaystyle', 'scriptlevel', 'data-line'],
  mi: ['mathvariant'],
  mn: [],
  mo: ['form', 'stretchy', 'symmetric', 'largeop', 'movablelimits', 'lspace', 'rspace', 'minsize', 'maxsize'],
  mtext: ['mathvariant', 'data-line'],
  mspace: ['width'],
  mfrac: ['linethickness', 'displaystyle', 'scriptlevel'],
  msqrt: [],
  mroot: [],
  msub: [],
  msup: [],
  msubsup: [],
  munder: ['accentunder'],
  mover: ['accent'],
  munderover: ['accent', 'accentunder'],
  mmultiscripts: [],
  mprescripts: [],
  mphantom: [],
  mpadded: ['width', 'height'],
  mtable: ['displaystyle', 'scriptlevel', 'data-line'],
  mtr: [],
  mtd: ['columnalign', 'data-join', 'data-line'],
}

export const drawTexts: Draw = (maths, text, inLine) => {
  const { text: shown, sources } = masked(text, maths)
  const isOnItsOwn = (piece: Piece | undefined) =>
    piece?.kind === 'drawn' && partsOf(maths[piece.text])[1].display === 'block'
  const words = (part: string): ReactNode =>
    unmasked(part, sources).map((piece, at, all) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and never change places
      <Fragment key={at}>
        {piece.kind === 'drawn' ? (
          <Drawn tree={maths[piece.text]} source={piece.text} inLine={inLine} />
        ) : isOnItsOwn(all[at - 1]) ? (
          // It ends its line by itself: the end that was typed would be an empty one.
          piece.text.replace(/^[^\S\n]*\n/, '')
        ) : (
          piece.text
        )}
      </Fragment>
    ))
  return { text: shown, words, code: (part) => asItStands(part, sources) }
}

type DrawnProps = { tree: unknown; source: string; inLine: boolean }

/** A formula, or a sign. */
function Drawn({ tree, source, inLine }: DrawnProps) {
  return typeof tree === 'string' ? tree : <Formula tree={tree} source={source} inLine={inLine} />
}

function Formula({ tree, source, inLine }: DrawnProps) {
  const { ref, reached } = useSideScroll<HTMLSpanElement>(source)
  const [, attributes] = partsOf(tree)
  return (
    <span
      ref={ref}
      translate="no"
      dir="ltr"
      {...(inLine ? undefined : reached(`Formula, ${source}`))}
      data-formula={attributes.display === 'block' ? 'block' : 'line'}
    >
      {drawn(tree, inLine ? { 'aria-label': source } : {})}
    </span>
  )
}

type Attributes = Record<string, unknown>

/** The name, the attributes and what stands in an element. */
function partsOf(tree: unknown): [string, Attributes, unknown[]] {
  const [name, ...rest] = Array.isArray(tree) ? tree : ['']
  const first: unknown = rest[0]
  const isNamed = typeof first === 'object' && first !== null && !Array.isArray(first)
  return [String(name), isNamed ? (first as Attributes) : {}, isNamed ? rest.slice(1) : rest]
}

function drawn(tree: unknown, besides: Attributes = {}): ReactNode {
  if (typeof tree === 'string') return tree
  const [name, attributes, inside] = partsOf(tree)
  const allowed = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined
  if (!allowed) return null
  const kept = Object.entries(attributes).filter(([key, value]) => allowed.includes(key) && typeof value === 'string')
  return createElement(name, { ...Object.fromEntries(kept), ...besides }, ...inside.map((one) => drawn(one)))
}
