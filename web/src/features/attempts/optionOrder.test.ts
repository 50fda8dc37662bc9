/**
 * Each person's order of the questions and of their options: the same on every device, fair, as the server computes it, and never against
 * the words of an option or against what its author says.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fixedPlaces } from '@/lib/fixedPlaces'
import { questionPlaces } from './mixedPlaces'
import { inOwnOrder, optionPlaces } from './optionOrder'

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
    ['Sabhi sahi hain', 'Inme se koi nahi'],
    ['sabhi sahi hai', 'In mein se koi nahin.'],
    ['Uparyukt sabhi', 'uparyukt me se koi nahi'],
    ['Uprokt sabhi', 'Uparokt mein se koi nahin'],
    ['Ye sabhi', 'Koi bhi sahi nahi hai'],
    ['Dono sahi hain', 'inmen se koi nahi'],
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
    [['Upyukt', 'Inmate', 'Sabhi log', 'In men']],
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

describe('the order that the server computes too', () => {
  type Case = {
    seed: string
    id: string
    options: string[]
    fixedOptions: number[] | null
    fixed: number[]
    order: number[]
  }
  const table = JSON.parse(readFileSync('../features/contests/src/attempts/own_order.json', 'utf8')) as {
    questions: Pick<Case, 'seed' | 'order'>[]
    options: Case[]
  }

  it('is that of the table, for questions and options', () => {
    expect([table.questions.length, table.options.length]).toEqual([21, 73])
    for (const { seed, order } of table.questions) expect(questionPlaces(order.length, seed), seed).toEqual(order)
    for (const { seed, id, options, fixedOptions, fixed, order } of table.options) {
      const words = fixedPlaces(options).flatMap((is, at) => (is ? [at] : []))
      expect(fixedOptions ?? words, options.join()).toEqual(fixed)
      const question = { id, options, ...(fixedOptions ? { fixed: fixedOptions } : {}) }
      expect(optionPlaces(question, seed), options.join()).toEqual(order)
    }
  })
})

describe('the own order of the questions', () => {
  const paper = Array.from({ length: 12 }, (_, at) => question(FOUR, `q${at}`))
  const questions = { questions: true, options: false }
  const order = (seed: string) => inOwnOrder(paper, seed, questions).map(({ id }) => id)

  it('is the same for the same attempt, another for another person, and holds each question once', () => {
    expect(order('51f0')).toEqual(order('51f0'))
    expect(new Set(Array.from({ length: 60 }, (_, n) => order(`${n}`).join())).size).toBe(60)
    for (let n = 0; n < 60; n += 1) expect(order(`${n}`).toSorted()).toEqual(paper.map(({ id }) => id).toSorted())
  })

  it('leaves the options as they were written, unless these are mixed too, and then each as without it', () => {
    expect(inOwnOrder(paper, 'x', questions).every(({ options }) => options === FOUR)).toBe(true)
    const both = inOwnOrder(paper, 'x', { questions: true, options: true })
    expect(both.map(({ id }) => id)).toEqual(order('x'))
    const alone = new Map(inOwnOrder(paper, 'x').map(({ id, options }) => [id, options]))
    for (const { id, options } of both) expect(options).toEqual(alone.get(id))
    expect(inOwnOrder(paper, null, questions)).toBe(paper)
  })

  it('puts each question in each place about as often', () => {
    const drawn = 6000
    const counts = paper.map(() => 0)
    for (let n = 0; n < drawn; n += 1) {
      const place = questionPlaces(paper.length, n.toString(16).padStart(16, '0')).indexOf(0)
      counts[place] = (counts[place] ?? 0) + 1
    }
    const far = 5 * Math.sqrt(drawn * (1 / 12) * (11 / 12))
    for (const count of counts) expect(Math.abs(count - drawn / 12)).toBeLessThan(far)
  })
})

describe('places that an author fixes', () => {
  it('stay, and those of the words do not', () => {
    const scale = ['True', 'False', 'Not given', 'Perhaps']
    const seen = new Set<string>()
    for (let n = 0; n < 60; n += 1) {
      const [one] = inOwnOrder([{ id: 'q1', options: scale, fixed: [3] }], `${n}`)
      expect(one?.options[3]).toBe('Perhaps')
      seen.add(one?.options.join() ?? '')
    }
    expect(seen.size).toBe(6)
    const free = new Set(
      Array.from({ length: 60 }, (_, n) =>
        inOwnOrder([{ id: 'q1', options: scale, fixed: [] }], `${n}`)[0]?.options.join(),
      ),
    )
    expect(free.size).toBeGreaterThan(15)
  })
})
