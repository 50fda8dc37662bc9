/**
 * Foreign text: what people write (names, titles, descriptions, messages) is shown where its ink cannot leave its box: in an
 * element that `styles/base.css` clips, or in one with a class that clips. The search goes by the names of what is shown. Nor
 * does it make a page wider than the screen.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const FILES = import.meta.glob('../**/*.tsx', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>

/** What somebody else wrote, by the last name of what is shown. */
const FOREIGN =
  /^(title|fullName|name|text|body|description|message|reason|organization|location|caption|question|option|answer|club|holder|email|words|said|note|source|why)$/
const CLIPPING_CLASS =
  /(^|\s|')(ink|ink-inside|sr-only|truncate|line-clamp-\d|overflow-hidden|overflow-x-auto|overflow-y-auto)(\s|'|$)/
/** Natively clipped, or never drawn. */
const NATIVE = new Set(['textarea', 'option', 'title', 'caption'])

/** What we wrote ourselves, or what only a screen reader says, under a name of FOREIGN. */
const OURS = [
  /Logo\.tsx:\d+ name /,
  /(EventActionButton|PolicyText|SampleQuestion|Clock)\.tsx:\d+ text /,
  /Histogram\.tsx:\d+ words /,
  /LicencesPage\.tsx:\d+ name /,
  /SendNotification\.tsx:\d+ text <>/,
  /NotificationBell\.tsx:\d+ said /,
  /Sortable\.tsx:\d+ name /,
  /OptionList\.tsx:\d+ option <span>/,
  /Enquiries\.tsx:\d+ name <span>/,
  // Elements, which clip themselves.
  /(CreateEventModal|CreateEventPage|EventPage)\.tsx:\d+ body /,
  // The heads of dialogs and pages: an <h2>, a <p>, an <h1> around what stands here.
  /(AddQuestionsModal|GenerationModal)\.tsx:\d+ title <Name>/,
  /ReceiptPage\.tsx:\d+ (fullName <Name>|email <span>)/,
  // Around it stands an element with the class wherever it is used.
  /CodeText\.tsx:\d+ text <code>/,
  /MathsDrawing\.tsx:\d+ text <Fragment>/,
  /operations\/components\/Audit\.tsx:\d+ fullName <Name>/,
]

/** Those of ours that show what they are given in an element that clips. */
const COMPONENTS = new Set(['Td', 'Th', 'Heading', 'Title', 'Alert', 'Button'])

const list = /((?:\w+,\s+)*\w+) \{\s*@apply ink;/.exec(readFileSync('src/styles/base.css', 'utf8'))?.[1] ?? ''
const clipped = new Set([...list.split(',').map((tag) => tag.trim()), ...COMPONENTS])

/** The names an expression shows, nested elements aside. */
function shown(node: ts.Node): string[] {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return []
  if (ts.isConditionalExpression(node)) return [...shown(node.whenTrue), ...shown(node.whenFalse)]
  if (ts.isBinaryExpression(node)) {
    const both = node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken
    return [...(both ? shown(node.left) : []), ...shown(node.right)]
  }
  if (ts.isPropertyAccessExpression(node)) return [node.name.text]
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return node.templateSpans.flatMap((span) => shown(span.expression))
  if (ts.isParenthesizedExpression(node)) return shown(node.expression)
  return []
}

function tagOf(node: ts.JsxElement, file: ts.SourceFile): { tag: string; text: string } {
  const { openingElement } = node
  const given = openingElement.attributes.properties.find(
    (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText(file) === 'className',
  )
  const text = given?.initializer?.getText(file).replaceAll('"', ' ') ?? ''
  return { tag: openingElement.tagName.getText(file), text }
}

/** Where foreign text is shown in an element that does not clip: `file:line name <tag>`. */
function unclipped(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node, around: string[]): void => {
    let here = around
    if (ts.isJsxElement(node)) {
      const { tag, text } = tagOf(node, file)
      const clips = clipped.has(tag) || NATIVE.has(tag) || CLIPPING_CLASS.test(text)
      here = clips && !text.includes('ink-free') ? ['clips'] : [...around, tag]
    }
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent) && here[0] !== 'clips') {
      for (const name of shown(node.expression).filter((one) => FOREIGN.test(one))) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
        found.push(`${path}:${line + 1} ${name} <${here.at(-1) ?? ''}>`)
      }
    }
    ts.forEachChild(node, (child) => visit(child, here))
  }
  visit(file, [])
  return found
}

it('is shown where its ink stays', () => {
  const files = Object.entries(FILES).filter(([path]) => !path.includes('.test.') && !path.includes('testPage'))
  const found = files.flatMap(([path, source]) => unclipped(path, source))
  expect(found.filter((one) => !OURS.some((ours) => ours.test(one)))).toEqual([])
})

it('widens no page by a word without a blank: it is broken everywhere but in tables, which scroll', () => {
  const base = readFileSync('src/styles/base.css', 'utf8')
  expect(base).toMatch(/body \{[^}]*overflow-wrap: anywhere;/)
  expect(base).toMatch(/table \{[^}]*overflow-wrap: break-word;/)
  // The class would take it back: a word then breaks, but a grid or a row around it grows first.
  const files = Object.entries(FILES).filter(([, source]) => /\bbreak-words\b/.test(source))
  expect(files.map(([path]) => path)).toEqual([])
})

it('is found where it does not', () => {
  const line = (inside: string) => unclipped('x', `const a = <li>${inside}</li>`)
  expect(line('<span>{one.title}</span>')).toEqual(['x:1 title <span>'])
  expect(line('{shown ? one.fullName : null}')).toEqual(['x:1 fullName <li>'])
  expect(line('<h2 className="ink-free"><a>{name}</a></h2>')).toEqual(['x:1 name <a>'])
  expect(line('<p>{one.title}</p>')).toEqual([])
  expect(line('<span className="ink block">{one.title}</span>')).toEqual([])
})
