/**
 * Code blocks: finds programs inside a text, as a fenced ``` block, or as lines beside others that are indented or read
 * like a program or a query. It is a guess for display only; the text itself is never changed. ui/CodeText.tsx renders
 * them.
 */

export type TextPart = { kind: 'prose' | 'code'; text: string }

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

function readsLikeCode(line: string): boolean {
  const said = line.trim()
  if (said === '' || SENTENCE_END.test(said)) return false
  return CODE.some((form) => form.test(said))
}

/** The parts of a text in their order, without the line breaks and blank lines between them. */
export function textParts(text: string): TextPart[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  if (lines.length === 1) return [{ kind: 'prose', text }]
  const kinds = kindsOf(lines)
  const parts: TextPart[] = []
  let from = 0
  for (let at = 1; at <= lines.length; at += 1) {
    if (at < lines.length && kinds[at] === kinds[from]) continue
    const kind = kinds[from]
    const block = withoutBlankEnds(lines.slice(from, at)).join('\n')
    if (kind !== 'fence' && kind !== undefined && block !== '') parts.push({ kind, text: block })
    from = at
  }
  return parts.length > 0 ? parts : [{ kind: 'prose', text }]
}

type Kind = TextPart['kind'] | 'fence'

function kindsOf(lines: readonly string[]): Kind[] {
  const fences = lines.flatMap((line, at) => (/^\s*```/.test(line) ? [at] : []))
  // One without its other half is just three marks.
  if (fences.length % 2 === 1) fences.pop()
  const kinds = lines.map((line, at): Kind => {
    if (fences.includes(at)) return 'fence'
    if (fences.filter((fence) => fence < at).length % 2 === 1) return 'code'
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
    if (last >= 0 && fits && !kinds.slice(last, at).includes('fence')) kinds.fill('code', last, at)
    last = at
  }
  return kinds
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const filled = (line: string) => line.trim() !== ''
  const first = lines.findIndex(filled)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(filled) + 1)
}
