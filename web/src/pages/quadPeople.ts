/** Positions of the people in the landing page's picture: the same places every time, in groups, nobody on another. */

export type Quad = { width: number; height: number; gap: number; radius: number }

/** Drawn wide on a desk; on a phone nearer to a square, so that everybody still fits in. */
export const WIDE: Quad = { width: 1120, height: 300, gap: 34, radius: 16 }
export const TALL: Quad = { width: 560, height: 440, gap: 34, radius: 20 }

const MOST_DOTS = 420
const APART = 12

export type Dot = { x: number; y: number; on: 'field' | 'flower' | 'path' }

/** How many people one dot stands for, so that at most MOST_DOTS are drawn. */
export function peoplePerDot(students: number): number {
  let per = 1
  while (students / per > MOST_DOTS) per *= 10
  return per
}

/** Numbers that look random and are the same on every visit: people do not jump when the page is drawn again. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

function groundAt(quad: Quad, x: number, y: number): Dot['on'] {
  const { width, height, gap } = quad
  if (Math.abs(x - width / 2) < gap / 2 || Math.abs(y - height / 2) < gap / 2) return 'path'
  return x > width / 2 && y < height / 2 ? 'flower' : 'field'
}

/** On an edge a dot would be half on one ground and half on the other. */
function onEdge(quad: Quad, x: number, y: number): boolean {
  const { width, height, gap } = quad
  const near = (d: number) => Math.abs(Math.abs(d) - gap / 2) < 7
  return near(x - width / 2) || near(y - height / 2)
}

export function placePeople(count: number, quad: Quad): Dot[] {
  const next = numbers(20261120)
  const dots: Dot[] = []
  const free = (x: number, y: number) =>
    x > 14 &&
    y > 14 &&
    x < quad.width - 14 &&
    y < quad.height - 14 &&
    !onEdge(quad, x, y) &&
    dots.every((dot) => (dot.x - x) ** 2 + (dot.y - y) ** 2 >= APART ** 2)
  let misses = 0
  while (dots.length < count && misses < 4000) {
    const [cx, cy] = [next() * quad.width, next() * quad.height]
    const size = 1 + Math.floor(next() ** 2 * 9)
    for (let i = 0; i < size && dots.length < count; i++) {
      const angle = next() * 2 * Math.PI
      const reach = i === 0 ? 0 : 10 + next() * 6 * Math.sqrt(size)
      const x = Math.round((cx + Math.cos(angle) * reach) * 10) / 10
      const y = Math.round((cy + Math.sin(angle) * reach) * 10) / 10
      if (free(x, y)) dots.push({ x, y, on: groundAt(quad, x, y) })
      else misses++
    }
  }
  return dots
}
