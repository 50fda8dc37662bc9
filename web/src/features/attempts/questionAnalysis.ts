/**
 * Question analysis in words: what the numbers of the server say of each question of a contest, for its owner. What is doubtful and what
 * there is too little for is the server's to decide. Apart from the model, as one page alone shows it.
 */
import { type Analysis, correctedText, type Finding, letterOf, type QuestionAnalysis } from './model'

export type Verdict = { text: string; tone: 'ink' | 'muted' | 'brick' }

/** From so many answers on, shares are told in percent. */
export const ENOUGH_ANSWERS = 10

/** A correlation or reliability as people read it: `0.47`, `−0.46`, never `−0.00`. */
export function coefficient(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** How a question did. */
export function verdictOf(
  { answered, correct, partly, marking, finding, discrimination: r, doubt }: QuestionAnalysis,
  hasMarks = false,
): Verdict {
  if (marking !== 'key') return { text: `Corrected: ${correctedText(marking, hasMarks)}`, tone: 'muted' }
  if (answered === 0) return { text: 'Nobody answered it.', tone: 'muted' }
  if (finding === 'alike') {
    if (partly) return { text: 'Everybody who answered it got it partly right.', tone: 'muted' }
    return correct === 0
      ? { text: 'Nobody who answered it got it right.', tone: 'brick' }
      : { text: 'Everybody who answered it got it right.', tone: 'muted' }
  }
  if (finding === 'close') {
    return {
      text: 'The scores on the other questions lie too close together to compare strong and weak participants.',
      tone: 'muted',
    }
  }
  if (finding === 'doubtful' && doubt) {
    const { option, strongest, chose, choseKey } = doubt
    const key = choseKey === 0 ? 'none' : choseKey
    return {
      text: `Check the key: of the ${strongest} who did best on the other questions, ${chose} chose ${letterOf(option)} and ${key} chose the key.`,
      tone: 'brick',
    }
  }
  if (finding === null || finding === 'few' || r === null) {
    const people = answered === 1 ? 'one person' : `${answered} people`
    return { text: `Only ${people} answered it: too few to compare strong and weak participants.`, tone: 'muted' }
  }
  if (r < -0.1) return { text: 'Weak participants did better on it than strong ones.', tone: 'ink' }
  if (r < 0.1) return { text: 'Strong and weak participants did about equally well on it.', tone: 'muted' }
  if (r < 0.25) return { text: 'Distinguishes strong from weak participants a little.', tone: 'ink' }
  if (r < 0.4) return { text: 'Distinguishes strong from weak participants well.', tone: 'ink' }
  return { text: 'Distinguishes strong from weak participants very well.', tone: 'ink' }
}

/** The number behind the words, where the words are of it. */
export function discriminationOf({ finding, discrimination }: QuestionAnalysis): number | null {
  return finding === 'told' || finding === 'doubtful' ? discrimination : null
}

/** Why no question of a contest is compared with the others, once for all of them; null where some are. */
export function incomparableText({ questions, reliability }: Analysis): string | null {
  const has = (...findings: Finding[]) =>
    questions.some(({ finding }) => finding !== null && findings.includes(finding))
  if (!has('close') || has('told', 'doubtful')) return null
  if (questions.filter(({ marking }) => marking !== 'void').length < 3) {
    return 'With fewer than three questions, strong and weak participants cannot be compared.'
  }
  const number = reliability === null ? '' : ` (reliability ${coefficient(reliability)})`
  return `The scores lie too close together, or the questions have too little in common, to compare strong and weak participants${number}.`
}

/** The questions with the smallest share right first; those without one last. */
export function hardestFirst(questions: readonly QuestionAnalysis[]): QuestionAnalysis[] {
  const share = (one: QuestionAnalysis) => (one.answered > 0 && one.marking === 'key' ? one.correct / one.answered : 2)
  return [...questions].sort((a, b) => share(a) - share(b))
}
