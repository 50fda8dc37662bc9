/** What is said of each question of a contest, and of all of them together. */
import { describe, expect, it } from 'vitest'
import type { Finding, QuestionAnalysis } from './model'
import { coefficient, hardestFirst, incomparableText, verdictOf } from './questionAnalysis'

describe('the analysis of questions', () => {
  it('says in words how a question did', () => {
    const question = (given: Partial<QuestionAnalysis>): QuestionAnalysis => ({
      id: 'q',
      text: '',
      options: [],
      answered: 100,
      correct: 50,
      marking: 'key',
      discrimination: 0.3,
      finding: 'told',
      doubt: null,
      ...given,
    })
    const said = (given: Partial<QuestionAnalysis>) => verdictOf(question(given)).text
    expect(said({})).toBe('Distinguishes strong from weak participants well.')
    expect(said({ discrimination: 0.6 })).toBe('Distinguishes strong from weak participants very well.')
    expect(said({ discrimination: 0.1 })).toBe('Distinguishes strong from weak participants a little.')
    expect(said({ discrimination: 0 })).toBe('Strong and weak participants did about equally well on it.')
    expect(verdictOf(question({ discrimination: -0.4 })), 'no doubt of the key by this alone').toEqual({
      text: 'Weak participants did better on it than strong ones.',
      tone: 'ink',
    })
    expect(said({ finding: 'alike', correct: 100 })).toBe('Everybody who answered it got it right.')
    expect(said({ finding: 'alike', correct: 0 })).toBe('Nobody who answered it got it right.')
    const doubt = { option: 2, strongest: 24, chose: 18, choseKey: 6 }
    expect(verdictOf(question({ finding: 'doubtful', discrimination: -0.46, doubt }))).toEqual({
      text: 'Check the key: of the 24 who did best on the other questions, 18 chose C and 6 chose the key.',
      tone: 'brick',
    })
    for (const [place, letter] of [...'ABCDEFGH'].entries()) {
      const chosen = { finding: 'doubtful', doubt: { ...doubt, option: place } } as const
      expect(said(chosen)).toContain(` 18 chose ${letter} and `)
    }
    const none = { ...doubt, choseKey: 0 }
    expect(said({ finding: 'doubtful', discrimination: -0.46, doubt: none })).toContain('and none chose the key.')
    // The two causes of silence are two sentences.
    expect(said({ finding: 'few', answered: 7, correct: 7, discrimination: null })).toBe(
      'Only 7 people answered it: too few to compare strong and weak participants.',
    )
    expect(said({ finding: 'few', answered: 1, discrimination: null })).toContain('Only one person')
    expect(said({ finding: 'close', discrimination: -0.4 })).toContain('lie too close together')
    expect(said({ finding: 'few', answered: 0, discrimination: null })).toBe('Nobody answered it.')
    const easy = question({ id: 'easy', correct: 90 })
    const hard = question({ id: 'hard', correct: 20 })
    const unseen = question({ id: 'unseen', answered: 0, correct: 0 })
    const voided = question({ id: 'voided', correct: 0, marking: 'void' })
    expect(said({ marking: 'void' })).toBe('Corrected: it does not count for anybody.')
    const order = hardestFirst([unseen, voided, easy, hard]).map((one) => one.id)
    expect(order).toEqual(['hard', 'easy', 'unseen', 'voided'])
  })

  it('says once for all questions that they cannot be compared', () => {
    const said = (findings: Finding[], reliability: number | null = null) =>
      incomparableText({
        participants: 60,
        tookPart: 60,
        lateAnswers: 0,
        reliability,
        questions: findings.map((finding, at) => ({
          id: `${at}`,
          text: '',
          options: [],
          answered: 60,
          correct: 50,
          marking: 'key',
          discrimination: -0.4,
          finding,
          doubt: null,
        })),
      })
    expect(said(['close', 'close', 'alike', 'close'], -2.6)).toBe(
      'The scores lie too close together, or the questions have too little in common, to compare strong and weak participants (reliability −2.60).',
    )
    expect(said(['close', 'close'])).toBe(
      'With fewer than three questions, strong and weak participants cannot be compared.',
    )
    expect(said(['close', 'close', 'told'])).toBeNull()
    expect(said(['few', 'few', 'few'])).toBeNull()
  })

  it('writes a coefficient with two digits and no negative nothing', () => {
    expect([0.4689, -0.46257, -0.001, 1, -2.6].map(coefficient)).toEqual(['0.47', '−0.46', '0.00', '1.00', '−2.60'])
  })
})
