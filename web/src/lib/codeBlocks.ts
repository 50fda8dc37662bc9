/**
 * Code blocks and code in lines of a text. A block stands between lines of three backticks, code in a line between one backtick
 * and the next. In a text without such a block, lines beside others that are indented or read like a program or a query are
 * guessed to be one. It is for display only; the text itself is never changed. ui/CodeText.tsx renders them.
 */

/** A program may have a label: the word behind its first backticks. */
export type TextPart = { kind: 'prose' | 'code'; text: string; label?: string }

/** A list that somebody indented is no program. */
const LISTED = /^\s+(?:[-–•*]\s|\(?\w{1,3}[.)]\s)/
const INDENTED = /^(?: {2,}|\t)\S/
const SENTENCE_END = /[.?!…]$/

const CODE = [
  // A statement's end, or a block's. Prose that ends so holds no brackets and no operators.
  /^(?=.*(?:[=(){}[\]<>+*-]|^\s*\S+;)).*;$/,
  /[{}][;,]?$/,
  /^[{}]/,
  // `x = 3`, `total += v`, `a[i] //= 2`
  /^[A-Za-z_$][\w$.]*(?:\[[^\]]*\])*\s*(?:[-+*/%&|^]|\*\*|\/\/|<<|>>)?=(?!=)\s*\S/,
  // A call and nothing else: `print(f(3))`
  /^[A-Za-z_$][\w$.]*\(.*\)$/,
  /^(?:if|elif|else|for|while|def|class|try|except|finally|with|match|case)\b.*:$/,
  /^(?:const|let|var)\s+[\w$[{]/,
  /^(?:import\s+[\w.*{'"]+|from\s+[\w.]+\s+import\b)/,
  /^(?:return|break|continue|pass|raise|yield)(?:\s+[\w'"[({-]\S*)?;?$/,
  /^(?:#include\b|#define\b|\/\/\s|\/\*|\*\/)/,
  /^<\/?[a-z][^>]*>/,
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|DROP|ALTER|FROM|WHERE|GROUP BY|ORDER BY|HAVING|(?:LEFT |RIGHT |FULL |INNER |OUTER |CROSS )*JOIN|UNION|LIMIT|VALUES|WITH)\s+\S/,
]

function isIndented(line: string): boolean {
  return INDENTED.test(line) && !LISTED.test(line)
}

export function readsLikeCode(line: string): boolean {
  const said = line.trim()
  if (said === '' || SENTENCE_END.test(said)) return false
  return CODE.some((form) => form.test(said))
}

/** Three backticks or more on a line of their own; the first line may name a language. */
const FENCE = /^([ \t]*)(`{3,})[ \t]*([^\s`]*)$/

/** The places of a block's first and last line, its marks. */
export type Fence = { from: number; to: number; label: string; lines: string[] }

/**
 * The blocks among lines. One that begins and never ends is none, nor is one in which another begins by name, so that a slip
 * costs its own question only. `withoutMarks` cuts off what may stand before the first backticks.
 */
export function fencesIn(lines: readonly string[], withoutMarks = (line: string) => line): Fence[] {
  const fences: Fence[] = []
  let open: (Line & { from: number; isMarked: boolean }) | null = null
  for (const [at, line] of lines.entries()) {
    const fence = fenceOf(line)
    const isAsLong = open === null || (fence !== null && fence.many >= open.many)
    if (open && fence && isAsLong && fence.label === '') {
      // Behind the mark of an option the last line says how far in the block stands.
      const indent = open.isMarked ? fence.indent : open.indent
      const inside = lines.slice(open.from + 1, at).map((each) => outdented(each, indent))
      fences.push({ from: open.from, to: at, label: open.label, lines: inside })
      open = null
    } else if (isAsLong) {
      const bare = withoutMarks(line)
      const opening = fenceOf(bare)
      if (opening) open = { ...opening, from: at, isMarked: bare !== line }
    }
  }
  return fences
}

type Line = { many: number; label: string; indent: number }

function fenceOf(line: string): Line | null {
  const [, blank = '', marks = '', label = ''] = FENCE.exec(line.trimEnd()) ?? []
  return marks ? { many: marks.length, label, indent: widthOf(blank) } : null
}

const TAB = 4

function widthOf(blank: string): number {
  return Array.from(blank).reduce((width, sign) => (sign === '\t' ? width - (width % TAB) + TAB : width + 1), 0)
}

/** Without as many blanks as the block itself is indented; what else stands there stays. */
function outdented(line: string, indent: number): string {
  let at = 0
  while ((line[at] === ' ' || line[at] === '\t') && widthOf(line.slice(0, at + 1)) <= indent) at += 1
  return line.slice(at)
}

/** The parts of a text in their order, without the line breaks and blank lines between them. */
export function textParts(text: string): TextPart[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  if (lines.length === 1) return [{ kind: 'prose', text }]
  const fences = fencesIn(lines)
  const parts = fences.length > 0 ? fencedParts(lines, fences) : guessedParts(lines)
  return parts.length > 0 ? parts : [{ kind: 'prose', text }]
}

/** Whoever marks a program has marked all of them. */
function fencedParts(lines: readonly string[], fences: readonly Fence[]): TextPart[] {
  const parts: TextPart[] = []
  const takeProse = (from: number, to: number) => {
    const prose = withoutBlankEnds(lines.slice(from, to)).join('\n')
    if (prose !== '') parts.push({ kind: 'prose', text: prose })
  }
  let from = 0
  for (const fence of fences) {
    takeProse(from, fence.from)
    const part: TextPart = { kind: 'code', text: fence.lines.join('\n') }
    if (fence.label) part.label = fence.label
    if (part.text.trim() !== '') parts.push(part)
    from = fence.to + 1
  }
  takeProse(from, lines.length)
  return parts
}

function guessedParts(lines: readonly string[]): TextPart[] {
  const kinds = kindsOf(lines)
  const parts: TextPart[] = []
  let from = 0
  for (let at = 1; at <= lines.length; at += 1) {
    if (at < lines.length && kinds[at] === kinds[from]) continue
    const kind = kinds[from]
    const block = withoutBlankEnds(lines.slice(from, at)).join('\n')
    if (kind !== undefined && block !== '') parts.push({ kind, text: block })
    from = at
  }
  return parts
}

type Kind = TextPart['kind']

function kindsOf(lines: readonly string[]): Kind[] {
  const kinds = lines.map((line, at): Kind => {
    return at > 0 && (isIndented(line) || readsLikeCode(line)) ? 'code' : 'prose'
  })
  // The first line asks, unless a program begins with it.
  if (kinds[0] === 'prose' && kinds[1] === 'code' && readsLikeCode(lines[0] ?? '')) kinds[0] = 'code'
  // A blank line or a single odd one inside a program belongs to it: `else`, a name by itself.
  let last = -1
  for (const [at, kind] of kinds.entries()) {
    if (kind !== 'code') continue
    const between = lines.slice(last + 1, at)
    const plain = between.filter((line) => line.trim() !== '')
    const fits = plain.length === 0 || (between.length === 1 && !SENTENCE_END.test(plain[0]?.trim() ?? ''))
    if (last >= 0 && fits) kinds.fill('code', last, at)
    last = at
  }
  return kinds
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const filled = (line: string) => line.trim() !== ''
  const first = lines.findIndex(filled)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(filled) + 1)
}

export type InlinePart = { kind: 'words' | 'code'; text: string }

/**
 * The words of prose and the code within its lines. As many backticks as begin it end it, so that two hold one. A pair never
 * spans lines, and a backtick without its other half is a backtick. A blank that keeps code apart from a backtick of its own
 * is a mark, every other one is code.
 */
export function inlineParts(prose: string): InlinePart[] {
  const parts: InlinePart[] = []
  const takeWords = (text: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'words') last.text += text
    else if (text) parts.push({ kind: 'words', text })
  }
  let from = 0
  const runs = Array.from(prose.matchAll(/`+|\n/g), ({ 0: marks, index }) => ({ marks, index }))
  for (let at = 0; at < runs.length; at += 1) {
    const { marks, index } = runs[at] ?? { marks: '\n', index: 0 }
    const end = marks === '\n' ? -1 : runs.findIndex((run, i) => i > at && (run.marks === marks || run.marks === '\n'))
    const closing = runs[end]
    if (closing?.marks !== marks) continue
    takeWords(prose.slice(from, index))
    parts.push({ kind: 'code', text: unpadded(prose.slice(index + marks.length, closing.index)) })
    from = closing.index + marks.length
    at = end
  }
  takeWords(prose.slice(from))
  return parts
}

function unpadded(code: string): string {
  return code.replace(/^ `/, '`').replace(/` $/, '`')
}

/** A text without the marks of its code: for names, and wherever no code can be drawn. */
export function withoutCodeMarks(text: string): string {
  if (!text.includes('`')) return text
  const words = (part: TextPart) => (part.kind === 'code' ? part.text : bare(part.text))
  return textParts(text).map(words).join('\n')
}

const bare = (prose: string) =>
  inlineParts(prose)
    .map((part) => part.text)
    .join('')
