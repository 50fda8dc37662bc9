/**
 * Words for changing answers: that they may be changed is said before the start, and shown to the organiser; nothing of
 * it where the first answer counts.
 */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DEFAULT_RULES, rulesOf } from '@/api/contestRules'
import { RulesFields } from '@/features/contests/components/RulesFields'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import { AnswerRule } from '../components/AnswerRule'
import TakeContestPage from '../pages/TakeContestPage'
import { MAY_CHANGE } from '../waitingRoomMessages'
import { CLEAR, STATES } from './messages'

it('in the lobby and the waiting room', () => {
  const { container, rerender } = render(<AnswerRule contest={DEFAULT_RULES} />)
  expect(container).toBeEmptyDOMElement()
  rerender(<AnswerRule contest={rulesOf({ changing: 'until_hand_in' })} />)
  expect(container).toHaveTextContent(`Answers: ${MAY_CHANGE}`)
})

it('in the form: chosen behind Rules, told by its folded line, and frozen once somebody takes part', async () => {
  const onChange = vi.fn()
  const { rerender } = render(<RulesFields rules={DEFAULT_RULES} onChange={onChange} folded />)
  expect(screen.getByText('answers hidden after the end')).toBeInTheDocument()
  await userEvent.click(screen.getByText('Rules'))
  await userEvent.click(screen.getByLabelText('Answers may be changed until handing in'))
  expect(onChange).toHaveBeenCalledWith({ changing: 'until_hand_in' })
  const changing = { ...DEFAULT_RULES, changing: 'until_hand_in' as const }
  rerender(<RulesFields rules={changing} onChange={onChange} frozen />)
  expect(screen.getByText(/· answers may be changed until handing in$/)).toBeInTheDocument()
  expect(screen.getByLabelText('Answers may be changed until handing in')).toBeDisabled()
})

it('in the preview, where answers are changed and cleared as participants do', async () => {
  const Options = ['one', 'two', 'three', 'four']
  const question = { _id: 'q1', Question: 'What is 1?', Options, Answer: 'one' }
  const contest = {
    _id: 'c1',
    title: 'Quiz',
    startDate: new Date().toISOString(),
    endDate: new Date().toISOString(),
    QuestionSet: [question],
    changing: 'until_hand_in',
  }
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /post/c1': { body: { success: true, contest } },
  })
  await showPage({ '/ContestQuestion': TakeContestPage }, '/ContestQuestion?contest=c1&preview=1')
  await screen.findByRole('heading', { name: 'What is 1?' })
  await userEvent.keyboard('a')
  await userEvent.keyboard('b')
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('two')
  await userEvent.click(screen.getByRole('button', { name: CLEAR }))
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
  expect(screen.queryAllByRole('button', { name: `Question 1, ${STATES.answered}` })).toEqual([])
})
