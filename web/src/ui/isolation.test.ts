/**
 * Isolation: a name that somebody wrote stands in `<Name>` where other text stands in the same line, so that one that runs from
 * right to left does not change places with ranks, numbers and words. A person's full name always does. The search goes by the
 * names of what is shown, as in foreignText.test.ts.
 */
import ts from 'typescript'
import { expect, it } from 'vitest'

const FILES = import.meta.glob('../**/*.tsx', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>

/** Names of people: never without isolation. */
const PERSON = /(^|\.)(fullName|holder)$|^person\.name$/
/** Other names and titles that people write: not beside other text. */
const WRITTEN = /^(title|name|club|clubName|owner|organization|organizer|location|caption)$/

/** What we wrote ourselves, under such a name. */
const OURS = [
  /(AboutPage|ContactPage|Popover)\.tsx:\d+ (title|site\.name)$/,
  // What only a screen reader says: `sr-only`.
  /(LeaderboardTable\.tsx:\d+ title|Table\.tsx:\d+ caption|Enquiries\.tsx:\d+ name|Sortable\.tsx:\d+ name)$/,
  // Alone in its box, on every page: not worth a module.
  /AccountMenu\.tsx:\d+ person\.fullName$/,
]

/** The expressions shown in place of one, nested elements aside. */
function shown(node: ts.Node): ts.Node[] {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return []
  if (ts.isConditionalExpression(node)) return [...shown(node.whenTrue), ...shown(node.whenFalse)]
  if (ts.isBinaryExpression(node)) {
    const both = node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken
    return [...(both ? shown(node.left) : []), ...shown(node.right)]
  }
  if (ts.isParenthesizedExpression(node)) return shown(node.expression)
  return [node]
}

/** `title` of both `title` and `contest.title`. */
const lastName = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : ''

/** Elements that begin a line of their own: what stands outside is not beside it. */
const BLOCK = /^(p|h\d|li|dt|dd|t[dh]|T[dh]|div|legend|label|section|Heading|Title)$/

/** Whether an expression shows more than a blank or nothing at all. */
function isSaid(node: ts.Node): boolean {
  if (ts.isStringLiteral(node)) return node.text.trim() !== ''
  return node.kind !== ts.SyntaxKind.NullKeyword && node.getText() !== 'undefined'
}

function isText(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return child.text.trim() !== ''
  return ts.isJsxExpression(child) && child.expression !== undefined && shown(child.expression).some(isSaid)
}

const tagOf = (node: ts.JsxElement) => node.openingElement.tagName.getText()

/** Whether something else is said in the line in which this child stands: beside it, or beside the inline element around it. */
function hasNeighbour(child: ts.Node): boolean {
  const around = child.parent
  if (!ts.isJsxElement(around) && !ts.isJsxFragment(around)) return false
  if (around.children.some((one) => one !== child && isText(one))) return true
  return ts.isJsxElement(around) && !BLOCK.test(tagOf(around)) && hasNeighbour(around)
}

const isIsolated = (node: ts.Node) => ts.isJsxElement(node) && /^(Name|bdi)$/.test(tagOf(node))

/** The names an expression shows that should be isolated where it stands. */
function looseIn(one: ts.Node, place: ts.Node): string[] {
  // Within a text there is always something beside.
  if (ts.isTemplateExpression(one)) {
    const parts = one.templateSpans.map(({ expression }) => expression)
    return parts
      .filter((part) => PERSON.test(part.getText()) || WRITTEN.test(lastName(part)))
      .map((part) => part.getText())
  }
  const isLoose = PERSON.test(one.getText()) || (WRITTEN.test(lastName(one)) && hasNeighbour(place))
  return isLoose ? [one.getText()] : []
}

/** Names that are not isolated: `file:line name`. */
function loose(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent) && !isIsolated(node.parent)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      const names = shown(node.expression).flatMap((one) => looseIn(one, node))
      found.push(...names.map((name) => `${path}:${line + 1} ${name}`))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

it('isolates names beside other text', () => {
  const files = Object.entries(FILES).filter(([path]) => !path.includes('.test.') && !path.includes('testPage'))
  const found = files.flatMap(([path, source]) => loose(path, source))
  expect(found.filter((one) => !OURS.some((ours) => ours.test(one)))).toEqual([])
})

/**
 * Names in a text that is made in one piece, before what may begin with a digit: the digits would be read with a name from right to
 * left, and stand on its other side. Those are given through `isolated`.
 */
function besideDigits(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans
      for (const [at, { expression, literal }] of spans.entries()) {
        const isName = PERSON.test(expression.getText()) || WRITTEN.test(lastName(expression))
        const isNext = /^\P{L}*\d/u.test(literal.text) || (at + 1 < spans.length && !/\p{L}/u.test(literal.text))
        if (isName && isNext) found.push(`${path} ${node.getText()}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** What nobody sees (keys, names of fields), names of files and parts of programs, and words of ours after a name. */
const NO_DIGITS = [
  /ClubFeedback\.tsx `\$\{fullName\} \$\{eventId\} \$\{changedAt\}`$/,
  /CorrectionModal\.tsx `\$\{name\}-\$\{kind\}`$/,
  /(LicencesPage|PolicyText)\.tsx /,
  /(profile\/model|PictureDropzone|PictureSlot)\.tsx? .*(PICTURE_|why\})/,
  /reminders\.ts `\$\{title\}: \$\{STARTS_SOON\}`$/,
  /useTitle\.ts /,
]

it('isolates names before what may be a number, in texts made in one piece', () => {
  const sources = import.meta.glob('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const files = Object.entries(sources as Record<string, string>).filter(
    ([path]) => !/\.test\.|testPage|generated/.test(path),
  )
  const found = files.flatMap(([path, source]) => besideDigits(path, source))
  expect(found.filter((one) => !NO_DIGITS.some((text) => text.test(one)))).toEqual([])
})

it('finds one that is not', () => {
  const text = (inside: string) => besideDigits('x', `const a = \`${inside}\``).length
  expect(text(`\${event.title} · \${count}`)).toBe(1)
  expect(text(`\${sale.buyer.fullName}, \${plan}, \${rupees}`)).toBe(1)
  expect(text(`\${name} (3 votes)`)).toBe(1)
  expect(text(`\${isolated(event.title)} · \${count}`)).toBe(0)
  expect(text(`\${club} has \${count}`)).toBe(0)
  const line = (inside: string) => loose('x', `const a = <li>${inside}</li>`)
  expect(line('<p>{one.fullName}</p>')).toEqual(['x:1 one.fullName'])
  expect(line('<p>{contest.title} · {count}</p>')).toEqual(['x:1 contest.title'])
  expect(line('<p><b>{contest.title}</b> is gone.</p>')).toEqual(['x:1 contest.title'])
  expect(line(`<p>{own ? 'You' : \`\${contest.owner} invites you\`}</p>`)).toEqual(['x:1 contest.owner'])
  expect(line('<p><Name>{one.fullName}</Name> (you)</p>')).toEqual([])
  expect(line('<p>{contest.title}</p><p>{count}</p>')).toEqual([])
  expect(line('<p>{contest.title}{" "}{over ? null : undefined}</p>')).toEqual([])
})
