/** Drawing of formulas: MathML of the server's list and nothing else, and the text as it was written where none can be drawn. */
import { readFileSync } from 'node:fs'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CodeLine, CodeText } from './CodeText'
import { ELEMENTS } from './MathsDrawing'
import { MathsProvider } from './MathsProvider'

const MATHML = 'http://www.w3.org/1998/Math/MathML'
const HALF = ['math', { display: 'block' }, ['mfrac', { linethickness: '0' }, ['mn', '1'], ['mn', '2']]]
const MATHS = { '$x^2$': ['math', ['msup', ['mi', 'x'], ['mn', '2']]], '$$\\half$$': HALF, '\\$': '$' }
const heading = (words: React.ReactNode) => <h2>{words}</h2>

beforeEach(() => vi.stubGlobal('MathMLElement', class {}))
afterEach(() => vi.unstubAllGlobals())

async function shown(text: string, maths: Record<string, unknown> = MATHS): Promise<HTMLElement> {
  const { container } = render(
    <MathsProvider maths={maths}>
      <CodeText text={text} lead={heading} />
    </MathsProvider>,
  )
  await waitFor(() => expect(container.querySelector('math')).not.toBeNull())
  return container
}

it('draws MathML in its place', async () => {
  const container = await shown('What is $x^2$ for \\$2? `$x^2$`\n$$\\half$$')
  const [inLine, display] = container.querySelectorAll('math')
  expect(inLine?.outerHTML).toBe('<math><msup><mi>x</mi><mn>2</mn></msup></math>')
  expect(inLine?.namespaceURI).toBe(MATHML)
  expect(inLine?.firstElementChild?.namespaceURI).toBe(MATHML)
  expect(display?.outerHTML).toBe('<math display="block"><mfrac linethickness="0"><mn>1</mn><mn>2</mn></mfrac></math>')
  expect(screen.getByRole('heading').textContent).toBe('What is x2 for $2? $x^2$\n12')
  expect(container.querySelector('code')?.textContent).toBe('$x^2$')
  expect(container.querySelector('[style]')).toBeNull()
})

it('leaves no empty line behind a formula on its own, but those that were meant', async () => {
  const after = async (text: string) => (await shown(text)).querySelector('[data-formula]')?.nextSibling?.textContent
  expect(await after('$$\\half$$\nand so on')).toBe('and so on')
  expect(await after('$$\\half$$ \r\nand so on')).toBe('and so on')
  expect(await after('$$\\half$$\n\nand so on'), 'a paragraph').toBe('\nand so on')
  expect(await after('$$\\half$$, and so on')).toBe(', and so on')
  expect(await after('$x^2$\nand so on'), 'in the line').toBe('\nand so on')
})

it('names a formula within a button by what was written', async () => {
  render(
    <MathsProvider maths={MATHS}>
      <button type="button">
        <CodeLine text="It is $x^2$." />
      </button>
    </MathsProvider>,
  )
  // jsdom computes no names of what stands in MathML; browsers take the label.
  await waitFor(() => expect(document.querySelector('math')?.getAttribute('aria-label')).toBe('$x^2$'))
})

it('draws nothing that is not in the list', async () => {
  const tree = [
    'math',
    { onclick: 'alert(1)', style: 'color: red', href: 'javascript:alert(1)', display: 'block' },
    ['script', 'alert(1)'],
    ['mi', { mathvariant: { toString: 'x' } }, '<b>x</b>'],
    ['constructor', 'y'],
    7,
    null,
  ]
  const container = await shown('$x$', { $x$: tree })
  expect(container.querySelector('math')?.outerHTML).toBe('<math display="block"><mi>&lt;b&gt;x&lt;/b&gt;</mi></math>')
})

it('has the list of the server', () => {
  const source = readFileSync('../crates/maths/src/reduce.rs', 'utf8')
  const list = /pub const ELEMENTS[^=]*= \[([\s\S]*?)\n\];/.exec(source)?.[1] ?? ''
  const rows = Array.from(list.matchAll(/\("(\w+)", &\[([^\]]*)\]\)/g), ([, name = '', attributes = '']) => [
    name,
    Array.from(attributes.matchAll(/"([\w-]+)"/g), ([, attribute]) => attribute),
  ])
  expect(rows.length).toBeGreaterThan(20)
  expect(Object.fromEntries(rows)).toEqual(ELEMENTS)
})

it('lets a formula that is too wide scroll by itself, and names it then', async () => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  await shown('$$\\half$$')
  const box = within(screen.getByRole('heading')).getByRole('group', { name: 'Formula, $$\\half$$' })
  expect(box).toHaveAttribute('tabindex', '0')
  expect(box).toHaveAttribute('data-formula', 'block')
})

it('leaves a text as it was written in a browser without MathML, and where nothing is drawn', () => {
  const { rerender } = render(
    <MathsProvider maths={undefined}>
      <CodeText text="$x^2$ for \$2" lead={heading} />
    </MathsProvider>,
  )
  expect(screen.getByRole('heading').textContent).toBe('$x^2$ for \\$2')
  vi.unstubAllGlobals()
  expect('MathMLElement' in window).toBe(false)
  rerender(
    <MathsProvider maths={MATHS}>
      <CodeText text="$x^2$ for \$2" lead={heading} />
    </MathsProvider>,
  )
  expect(screen.getByRole('heading').textContent).toBe('$x^2$ for \\$2')
})
