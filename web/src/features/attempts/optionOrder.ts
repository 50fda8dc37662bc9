/**
 * Own order: where the contest mixes them, each person sees the questions, or the options of a question, in another order, and in the
 * same one on every device and after every reload, for the attempt's seed decides. Answers name the text of an option, or its place on the
 * paper, so nothing but the screen knows of it. Which options stay where they are their author says, or their words (lib/fixedPlaces.ts).
 * The server computes the same (features/contests/src/attempts/own_order.rs) for the organiser; own_order.json has the cases for both.
 */
import { fixedPlaces } from '@/lib/fixedPlaces'
import { mixed, questionPlaces } from './mixedPlaces'
import type { Mixes, PaperQuestion } from './model'

type Ordered = Pick<PaperQuestion, 'id' | 'options' | 'fixed' | 'places'>

/** The places of the options on the paper, in the order in which this person sees them. */
export function optionPlaces({ id, options, fixed }: Ordered, seed: string): number[] {
  const stays = fixed ? options.map((_, at) => fixed.includes(at)) : fixedPlaces(options)
  const free = options.flatMap((_, at) => (stays[at] ? [] : [at]))
  const drawn = mixed(free, `${seed} ${id}`)
  const from = new Map(free.map((place, at) => [place, drawn[at] as number]))
  return options.map((_, at) => from.get(at) ?? at)
}

const ONLY_OPTIONS: Mixes = { questions: false, options: true }

/** The questions as this person sees them; as they are without a seed. */
export function inOwnOrder<Q extends Ordered>(questions: Q[], seed: string | null, mixes = ONLY_OPTIONS): Q[] {
  if (seed === null) return questions
  const shown = mixes.options ? questions.map((question) => withOwnOptions(question, seed)) : questions
  return mixes.questions ? questionPlaces(shown.length, seed).map((place) => shown[place] as Q) : shown
}

function withOwnOptions<Q extends Ordered>(question: Q, seed: string): Q {
  const places = optionPlaces(question, seed)
  const shown = { ...question, options: places.map((place) => question.options[place] as string) }
  return question.places ? { ...shown, places } : shown
}
