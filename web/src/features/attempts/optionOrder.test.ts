/** Each person's order of the options: the same on every device, fair, and never against the words of an option. */
import { describe, expect, it } from 'vitest'
import { fixedPlaces, inOwnOrder } from './optionOrder'

const FOUR = ['Round robin', 'First come, first served', 'Shortest job first', 'Priority']
const question = (options: string[], id = 'q1') => ({ id, options })
const order = (options: string[], seed: string, id?: string) => inOwnOrder([question(options, id)], seed)[0]?.options

describe('the own order', () => {
  it('is the same for the same attempt, and another for another question or person', () => {
    expect(order(FOUR, '51f0')).toEqual(order(FOUR, '51f0'))
    const orders = (one: (n: number) => string[] | undefined) =>
      new Set(Array.from({ length: 60 }, (_, n) => one(n)?.join('|')))
    expect(orders((n) => order(FOUR, `seed${n}`)).size).toBeGreaterThan(15)
    expect(orders((n) => order(FOUR, '51f0', `q${n}`)).size).toBeGreaterThan(15)
  })

  it('holds every option once, and leaves a paper that is not mixed as it is', () => {
    for (let n = 0; n < 200; n += 1) expect(order(FOUR, `${n}`)?.toSorted()).toEqual(FOUR.toSorted())
    const paper = [question(FOUR)]
    expect(inOwnOrder(paper, null)).toBe(paper)
  })

  it.each([2, 3, 5, 6, 7, 8])('holds each of %i options once, and every one comes to every place', (many) => {
    const options = Array.from({ length: many }, (_, at) => `Choice ${'PQRSTUVW'[at]}`)
    const seen = options.map(() => new Set<string>())
    for (let n = 0; n < 200; n += 1) {
      const own = order(options, `${n}`) ?? []
      expect(own.toSorted()).toEqual(options)
      expect(order(options, `${n}`)).toEqual(own)
      for (const [at, option] of own.entries()) seen[at]?.add(option)
    }
    expect(seen.map(({ size }) => size)).toEqual(options.map(() => many))
  })

  it('of four options is as it was before there were others', () => {
    expect(
      ['51f0', 'a', 'b'].map((seed) =>
        order(FOUR, seed)
          ?.map((option) => FOUR.indexOf(option))
          .join(''),
      ),
    ).toEqual(['2301', '0132', '1320'])
  })

  it('puts each option in each place about as often', () => {
    const drawn = 8000
    const counts = FOUR.map(() => FOUR.map(() => 0))
    for (let n = 0; n < drawn; n += 1) {
      order(FOUR, n.toString(16).padStart(16, '0'))?.forEach((option, at) => {
        const row = counts[FOUR.indexOf(option)] as number[]
        row[at] = (row[at] ?? 0) + 1
      })
    }
    // Five standard deviations of a fair draw.
    const far = 5 * Math.sqrt(drawn * 0.25 * 0.75)
    for (const count of counts.flat()) expect(Math.abs(count - drawn / 4)).toBeLessThan(far)
  })
})

describe('fixed places', () => {
  it.each([
    ['All of the above', 'None of the above'],
    ['all of these.', 'None of These'],
    ['Both of the above', 'Neither of the above'],
    ['उपरोक्त सभी', 'इनमें से कोई नहीं'],
    ['उपर्युक्त सभी', 'उपर्युक्त में से कोई नहीं'],
  ])('%s and %s stay last', (third, fourth) => {
    const options = ['Lima', 'Quito', third, fourth]
    expect(fixedPlaces(options)).toEqual([false, false, true, true])
    const seen = new Set(Array.from({ length: 40 }, (_, n) => order(options, `${n}`)?.join('|')))
    expect(seen).toEqual(new Set([`Lima|Quito|${third}|${fourth}`, `Quito|Lima|${third}|${fourth}`]))
  })

  it.each([
    [['Stack', 'Queue', 'Both A and B', 'Heap']],
    [['Stack', 'Queue', 'A, B and C', 'only (a) & (c)']],
    [['तार', 'बेतार', 'A और B', 'दोनों A तथा B']],
    [['True', 'False']],
    [['सत्य', 'असत्य']],
    [['True', 'False', 'Not given']],
    [['Cannot be determined', 'False', 'TRUE.']],
    [['Yes', 'No', 'Maybe']],
    [['Agree', 'Partly', 'Disagree', 'No opinion']],
    [['सही', 'ग़लत', 'पता नहीं']],
    [['2', '4', '8', '16']],
    [['1,000 m', '750 m', '500.5 m', '−3 m']],
    [['1969', '1971', '1984', '1999']],
    [['10 N', '20 N']],
    [['1', '2', '3', '5', '8']],
    [['80', '70', '60', '50', '40', '30', '20', '10']],
    [['Stack', 'Queue', 'Heap', 'Tree', 'Both A and E']],
    [['p', 'q', 'r', 's', 't', 'u', 'v', 'F, G and H']],
    [['Stack', 'Queue', 'B and C', 'A or C', 'only (b) & (e)']],
  ])('%j stays as it is', (options) => {
    expect(fixedPlaces(options)).toEqual(options.map(() => true))
    for (let n = 0; n < 20; n += 1) expect(order(options, `${n}`)).toEqual(options)
  })

  it.each([
    [['8', '2', '16', '4']],
    [['A', 'B', 'O', 'AB']],
    [['All', 'None', 'Any', 'Some']],
    [['Above sea level', 'Below it', 'A star', 'Band C']],
    [['2 apples', '2 pears', '3', '4']],
    [['Ada', 'Bo']],
    [['True', 'Likely', 'Not told']],
    // No letters of its options.
    [['Vitamins D and E', 'A and D', 'K']],
    [['Iron', 'Zinc', 'D and E', 'Gold']],
    [['5', '1', '2', '3', '4', '6', '8', '7']],
  ])('%j is mixed', (options) => {
    expect(fixedPlaces(options)).toEqual(options.map(() => false))
  })
})

it.each([
  ['numbers', ['`1`', '`2`', '`10`', '`20`']],
  ['truth', ['`True`', '`False`', 'Error', 'None']],
])('%s between code marks stay in their order', (_, options) => {
  expect(fixedPlaces(options)).toEqual(options.map(() => true))
})
