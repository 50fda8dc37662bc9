/**
 * Error boundary of a list row: a row that cannot be rendered says so in its place, and the rows around it stay.
 * Strangers write what these lists show, and none of their texts may take the whole list away.
 */
import { Component, type Key, type ReactNode } from 'react'

export const ROW_BROKEN = 'This entry cannot be shown.'

/** The element a row is, so that what stands in its place fits the list. */
type RowElement = 'li' | 'tr' | 'div' | 'span'

type BoundaryProps = {
  as: RowElement
  /** Another one is another try. */
  of: unknown
  children: ReactNode
}

/** Shows its children, or one line in their place when they cannot be rendered. */
export class RowBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.broken && before.of !== this.props.of) this.setState({ broken: false })
  }

  override render() {
    if (!this.state.broken) return this.props.children
    const { as: Row } = this.props
    if (Row === 'tr') {
      return (
        <tr>
          <td colSpan={99} className="py-3 text-muted text-sm">
            {ROW_BROKEN}
          </td>
        </tr>
      )
    }
    return <Row className="block py-3 text-muted text-sm">{ROW_BROKEN}</Row>
  }
}

/** Renders inside the boundary: what a row's own function throws must be caught there, too. */
function Row({ render }: { render: () => ReactNode }) {
  return render()
}

type Named = { id: string | number }

/** One row for each item. Items without an `id` say their key. */
export function renderRows<T extends Named>(
  as: RowElement,
  items: readonly T[],
  render: (item: T, at: number) => ReactNode,
): ReactNode[]
export function renderRows<T>(
  as: RowElement,
  items: readonly T[],
  render: (item: T, at: number) => ReactNode,
  keyOf: (item: T, at: number) => Key,
): ReactNode[]
export function renderRows<T>(
  as: RowElement,
  items: readonly T[],
  render: (item: T, at: number) => ReactNode,
  keyOf: (item: T, at: number) => Key = (item) => (item as Named).id,
): ReactNode[] {
  return items.map((item, at) => (
    <RowBoundary key={keyOf(item, at)} as={as} of={item}>
      <Row render={() => render(item, at)} />
    </RowBoundary>
  ))
}
