/** Payments: what is sold, and the rules of refunds. */
import { describe, expect, it } from 'vitest'
import {
  checkAmount,
  checkCount,
  offerOf,
  orderOf,
  PLANS,
  type Purchase,
  paiseOf,
  planOf,
  refundable,
  rupees,
  rupeesExact,
  signed,
} from './model'

describe('plans', () => {
  it('cost and bring what is sold', () => {
    const table = PLANS.flatMap((plan) =>
      (['monthly', 'annual'] as const).map((period) => {
        const offer = offerOf(plan, period)
        return [offer.plan, offer.period, offer.rupees, offer.contests, offer.polls]
      }),
    )
    expect(table).toEqual([
      ['starter', 'monthly', 9, 1, 1],
      ['starter', 'annual', 86, 12, 12],
      ['pro', 'monthly', 19, 3, 3],
      ['pro', 'annual', 182, 36, 36],
      ['enterprise', 'monthly', 39, 5, 5],
      ['enterprise', 'annual', 374, 60, 60],
    ])
  })

  it('save what twelve months cost more', () => {
    expect(PLANS.map((plan) => offerOf(plan, 'annual').saving)).toEqual([22, 46, 94])
  })

  it('are popular once', () => {
    expect(PLANS.filter((plan) => plan.popular).map((plan) => plan.id)).toEqual(['pro'])
  })

  it('are chosen by their name only', () => {
    expect(planOf('pro')).toBe('pro')
    expect(planOf('gold')).toBeNull()
    expect(planOf(undefined)).toBeNull()
  })
})

describe('money', () => {
  it('shows paise where there are some', () => {
    expect([900, 950, 12_345_600].map(rupees)).toEqual(['₹9', '₹9.50', '₹1,23,456'])
    expect(rupeesExact(18_200)).toBe('₹182.00')
  })

  it('is read exactly', () => {
    expect(['9', ' 9.5 ', '9.50', '0.07', '1.10', '९.५०'].map(paiseOf)).toEqual([900, 950, 950, 7, 110, 950])
    expect(['', '-1', '1,5', '1.234', '1e3', '₹9', '12345678'].map(paiseOf)).toEqual(Array(7).fill(null))
  })

  it('has a sign', () => {
    expect([3, -1, 0].map(signed)).toEqual(['+3', '−1', '0'])
  })
})

describe('a refund', () => {
  const refund = {
    amountPaise: 950,
    contests: 1,
    polls: 2,
    reason: 'The hall was closed',
    reference: null,
    createdAt: '',
  }
  const sale = {
    amountPaise: 1900,
    refundedPaise: 950,
    contests: 3,
    polls: 3,
    refunds: [refund],
  } as unknown as Purchase

  it('leaves what was not given back yet', () => {
    expect(refundable(sale)).toEqual({ paise: 950, contests: 2, polls: 1 })
  })

  it('is never more than that', () => {
    expect(checkAmount('9.50', 950)).toBe(true)
    expect(checkAmount('9.51', 950)).toBe('At most ₹9.50')
    expect(checkAmount('all', 950)).toBe('Enter an amount, such as 19 or 9.50')
    expect(checkCount('2', 2)).toBe(true)
    expect(checkCount(' २ ', 2)).toBe(true)
    expect(checkCount('3', 2)).toBe('At most 2')
    expect(checkCount('1.5', 2)).toBe('Enter a whole number')
  })
})

it('links an entry of the ledger with its order, and only those that have one', () => {
  const entry = { id: 1, contests: 1, polls: 1, subject: 'o1', createdAt: '' }
  expect(orderOf({ ...entry, reason: 'bought' })).toBe('o1')
  expect(orderOf({ ...entry, reason: 'refunded' })).toBe('o1')
  expect(orderOf({ ...entry, reason: 'contest' })).toBeNull()
})
