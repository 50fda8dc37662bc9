/**
 * Class names, joined: of two that say different things about the same property the later wins, so a caller can adjust
 * a ui piece. A table of the classes this site uses says which property each of them sets, where tailwind-merge has a
 * table of all there are: that is 6 KB, and 40 ms of a slow phone before its first question. That both agree about
 * every class in the sources is tested (cx.test.ts), so a class of a new kind is noticed there.
 */
import { type ClassValue, clsx } from 'clsx'

/** Classes that begin with what they are about: `h-11` is about `h`, `-mt-2` about `mt`. */
const NAMED =
  /^-?((?:(?:min|max)-)?[wh]|size|[mp][trblxy]?|gap(?:-[xy])?|grid-(?:cols|rows)|(?:col|row)-(?:span|start)|top|right|bottom|left|inset(?:-[xy])?|rounded(?:-(?:[trbl]|t[lr]|b[lr])(?![a-z]))?|bg|fill|opacity|aspect|resize|z|order|basis|leading|tracking|duration|transition|animate|origin|shadow|translate-[xy]|scroll-m[trblxy]?|overflow(?:-[xy])?|overscroll(?:-[xy])?|items|justify-items|justify-self|justify|self|object|whitespace|cursor|pointer-events|line-clamp|outline-offset|underline-offset)(?:-|$)/

/** The others. */
const OTHER: readonly (readonly [RegExp, string])[] = [
  [/^(?:block|contents|flex|grid|hidden|inline|inline-block|inline-flex|inline-grid|table)$/, 'display'],
  [/^(?:absolute|fixed|relative|static|sticky)$/, 'position'],
  [/^(?:visible|invisible)$/, 'visibility'],
  [/^(?:underline|line-through|no-underline)$/, 'line'],
  [/^text-(?:left|center|right)$/, 'align'],
  [/^text-(?:pretty|balance|wrap|nowrap)$/, 'text-wrap'],
  [/^text-(?:xs|sm|base|lg|\d?xl|\[[\d.]+(?:rem|em|px)\])$/, 'size-of-text'],
  [/^text-/, 'colour'],
  [/^font-(?:display|mono|sans)$/, 'family'],
  [/^font-/, 'weight'],
  [/^border(-[trblxy])?(?:-\d+)?$/, 'border$1'],
  [/^border-(?:solid|dashed|dotted|none)$/, 'border-style'],
  [/^border-(?:collapse|separate)$/, 'border-collapse'],
  [/^border(-[trblxy])?-/, 'border-colour$1'],
  [/^ring(?:-\d+)?$/, 'ring'],
  [/^ring-/, 'ring-colour'],
  [/^outline(?:-\d+)?$/, 'outline'],
  [/^outline-(?:none|hidden|solid|dashed)$/, 'outline-style'],
  [/^outline-/, 'outline-colour'],
  [/^decoration-\d+$/, 'decoration'],
  [/^decoration-/, 'decoration-colour'],
  [/^flex-(?:row|col)/, 'flex-direction'],
  [/^flex-(?:no)?wrap/, 'flex-wrap'],
  [/^flex-/, 'flex'],
  [/^(grow|shrink)(?:-\d+)?$/, '$1'],
  [/^content-\[/, 'content'],
  [/^content-/, 'align-content'],
  [/^stroke-(?!\d)/, 'stroke'],
  [/^align-/, 'vertical-align'],
  [/^break-/, 'break'],
  [/^\[([a-z-]+):/, '[$1]'],
]

const corners = 'rounded-tl rounded-tr rounded-bl rounded-br'
/** What something says about other things, too. */
const ALSO: Readonly<Record<string, string>> = {
  size: 'w h',
  p: 'px py pt pr pb pl',
  px: 'pl pr',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'ml mr',
  my: 'mt mb',
  'scroll-m': 'scroll-mx scroll-my scroll-mt scroll-mr scroll-mb scroll-ml',
  'scroll-mx': 'scroll-ml scroll-mr',
  'scroll-my': 'scroll-mt scroll-mb',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'left right',
  'inset-y': 'top bottom',
  gap: 'gap-x gap-y',
  rounded: `rounded-t rounded-r rounded-b rounded-l ${corners}`,
  'rounded-t': 'rounded-tl rounded-tr',
  'rounded-b': 'rounded-bl rounded-br',
  'rounded-l': 'rounded-tl rounded-bl',
  'rounded-r': 'rounded-tr rounded-br',
  border: 'border-x border-y border-t border-r border-b border-l',
  'border-x': 'border-l border-r',
  'border-y': 'border-t border-b',
  'border-colour': [...'xytrbl'].map((side) => `border-colour-${side}`).join(' '),
  'size-of-text': 'leading',
  flex: 'basis grow shrink',
  overflow: 'overflow-x overflow-y',
  overscroll: 'overscroll-x overscroll-y',
  'line-clamp': 'display overflow',
}

/** What a class is about, without the conditions in front of it (`md:`); one of no table contradicts none but itself. */
export function subjectOf(name: string): string {
  const named = NAMED.exec(name)
  if (named) return named[1] ?? name
  for (const [pattern, subject] of OTHER) {
    const found = pattern.exec(name)
    if (found) return subject.replace('$1', found[1] ?? '')
  }
  return name
}

/** The place after the last colon that is in no bracket. */
function afterConditions(name: string): number {
  let open = 0
  let start = 0
  for (let at = 0; at < name.length; at += 1) {
    const sign = name[at]
    if (sign === '[' || sign === '(') open += 1
    else if (sign === ']' || sign === ')') open -= 1
    else if (sign === ':' && open === 0) start = at + 1
  }
  return start
}

type Said = { mine: string; all: string[] }

const subjects = new Map<string, Said>()

/** What a class says something about, under which conditions. */
function saidBy(name: string): Said {
  const known = subjects.get(name)
  if (known) return known
  const start = afterConditions(name)
  const important = name.endsWith('!')
  const subject = subjectOf(name.slice(start, important ? -1 : undefined))
  const where = name.slice(0, start) + (important ? '!' : '')
  const all = [subject, ...(ALSO[subject]?.split(' ') ?? [])].map((one) => where + one)
  const said = { mine: where + subject, all }
  subjects.set(name, said)
  return said
}

const joined = new Map<string, string>()

function join(classes: string): string {
  const names = classes.split(/\s+/).filter((name) => name !== '')
  const taken = new Set<string>()
  const left = names.reverse().filter((name) => {
    const said = saidBy(name)
    if (taken.has(said.mine)) return false
    for (const one of said.all) taken.add(one)
    return true
  })
  return left.reverse().join(' ')
}

export function cx(...classes: ClassValue[]): string {
  const asked = clsx(classes)
  const known = joined.get(asked)
  if (known !== undefined) return known
  const made = join(asked)
  joined.set(asked, made)
  return made
}
