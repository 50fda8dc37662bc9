/** The start and the answers: a paper, and one answer to a question of it, durable before it is acknowledged. */
import { refuse } from './refusing.js'

export function answers(app, store) {
  app.post('/api/post/answer', async (request, response) => {
    const { UserId, ContestId, QuestionId, Answer } = request.body ?? {}
    if (typeof ContestId !== 'string' || typeof QuestionId !== 'string' || typeof Answer !== 'string') {
      return refuse(response, 422, 'ContestId, QuestionId and Answer are needed')
    }
    if (UserId && UserId !== request.person) return refuse(response, 403, 'That is somebody else')
    const now = Date.now()
    const contest = await store.contest(ContestId)
    if (!contest) return refuse(response, 404, 'There is no such contest')
    if (now < contest.starts_at || now >= contest.ends_at) return refuse(response, 409, 'This contest is not running')
    const question = await store.question(ContestId, QuestionId)
    if (!question) return refuse(response, 404, 'There is no such question')
    const choice = question.options.indexOf(Answer.trim())
    if (choice < 0) return refuse(response, 422, 'There is no such option')
    const correct = (question.accepted >> choice) & 1
    const taken = await store.take(ContestId, request.person, question.no, choice, correct, now)
    if (!taken) return refuse(response, 409, 'Already answered, submitted, or never joined')
    const serverNow = new Date().toISOString()
    response.json({ success: true, message: 'Answer submitted successfully!', saved: true, serverNow })
  })

  app.get('/api/contests/:contest/paper', async (request, response) => {
    const { contest } = request.params
    if (!(await store.joined(contest, request.person))) return refuse(response, 403, 'Join first')
    const questions = await store.questions(contest)
    response.json({
      _id: contest,
      QuestionSet: questions.map((one) => ({ _id: one.id, Question: one.text, Options: one.options })),
    })
  })
}
