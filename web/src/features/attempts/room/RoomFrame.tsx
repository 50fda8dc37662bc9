/**
 * Room frame: the contest screen, the same for a contest and its preview (bar, question, navigator, buttons to the next
 * question). It knows which question is shown and when to move on; what choosing does and what the clock shows come
 * from outside.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { mathsOf } from '@/lib/maths'
import { kept } from '@/lib/storage'
import { useIsWideScreen } from '@/lib/useIsWideScreen'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { MathsProvider } from '@/ui/MathsProvider'
import type { ChangingParts } from '../changing/types'
import type { PaperQuestion } from '../model'
import { useParts } from './lazyRoomParts'
import { answeredOf, ERROR, leftUnsaved, NO_CURRENT, QUESTIONS, SUBMIT } from './messages'
import {
  type Counts,
  count,
  firstIndex,
  type Given,
  isLocked,
  placesOf,
  textOfPlaces,
  toggled,
  unsavedOf,
} from './model'
import { Oops } from './panels'
import { QuestionNavigationBar } from './QuestionNavigationBar'
import { QuestionNavigator } from './QuestionNavigator'
import { QuestionView } from './QuestionView'
import { type QuestionPosition, savedQuestionPosition, useQuestionPosition } from './questionPosition'
import { RoomDialog } from './RoomDialog'
import { TopBar } from './TopBar'
import { useUnsavedChoices } from './unsavedChoices'
import { useNextPictures } from './useNextPictures'

/** What a dialog of the live room needs to know. */
export type Inside = {
  place: QuestionPosition
  counts: Counts
  /** Questions in which something is chosen or typed that is not saved. */
  unsaved: ReadonlySet<string>
  goTo: (index: number) => void
}

type RoomFrameProps = {
  user: string
  contest: string
  title: string
  questions: readonly PaperQuestion[]
  /** What an answer gives, where the contest has marks. */
  questionMarks?: string | null
  given: ReadonlyMap<string, Given>
  preview?: boolean
  closed: boolean
  /** No network: what lies on the device is enough to move on. */
  movesOnDevice?: boolean
  /** What lies on the device is on its way, as it should be. */
  calm?: boolean
  clock: ReactNode
  state?: ReactNode
  strips?: ReactNode
  notice?: ReactNode
  submitLabel?: string
  /** `places`: of a question with several right options, all that are chosen; `option` has their texts, or what was typed. */
  onChoose: (question: PaperQuestion, option: string, places?: number[]) => void
  /** Where answers may be changed: what is for that, and what stands below the options; `forget`: what is begun, not saved. */
  changing?: ChangingParts
  tools?: (question: PaperQuestion, given: Given | undefined, forget: () => void) => ReactNode
  onLeave: () => void
  onSubmit: () => void
  /** Instead of the question: the contest is over. */
  over?: ReactNode
  children?: (inside: Inside) => ReactNode
}

const ADVANCE_AFTER = 1000

const keysChoice = kept<boolean>('quad.keys')

export function RoomFrame(props: RoomFrameProps) {
  const {
    user,
    contest,
    title,
    questions,
    given,
    preview = false,
    closed,
    movesOnDevice = false,
    calm = false,
    over,
    changing,
  } = props
  const ids = useMemo(() => questions.map(({ id }) => id), [questions])
  const maths = useMemo(() => mathsOf(questions), [questions])
  const [first] = useState(() =>
    firstIndex(questions, given, preview ? undefined : savedQuestionPosition(user, contest)?.index),
  )
  const { place: kept, goTo, mark } = useQuestionPosition(user, preview ? null : contest, ids, first)
  // A final answer needs no review.
  const place = useMemo(
    () => ({ ...kept, marked: kept.marked.filter((one) => !isLocked(given.get(one))) }),
    [kept, given],
  )
  const wide = useIsWideScreen()
  const [listed, setListed] = useState(false)
  const [keys, setKeys] = useState(() => keysChoice.read() ?? true)
  const counts = useMemo(() => count(questions, given), [questions, given])

  const choices = useUnsavedChoices(user, preview ? null : contest)
  const unsaved = useMemo(() => unsavedOf(questions, given, choices.chosen), [questions, given, choices.chosen])

  const question = questions[place.index]
  useParts(questions)
  useNextPictures(questions[place.index + 1])
  const answer = question ? given.get(question.id) : undefined
  const onMark = question && !closed && !isLocked(answer) ? () => mark(question.id) : undefined
  const chosen = useRef<string | null>(null)

  const id = question?.id
  const there =
    answer?.instead === undefined && (answer?.state === 'saved' || (movesOnDevice && answer?.state === 'device'))
  const next = place.index + 1
  useEffect(() => {
    if (!there || chosen.current !== id || next >= ids.length || closed) return
    const timer = setTimeout(() => {
      chosen.current = null
      goTo(next)
    }, ADVANCE_AFTER)
    return () => clearTimeout(timer)
  }, [there, id, next, ids.length, closed, goTo])

  const { onChoose } = props
  const choose = useCallback(
    (option: string) => {
      if (!question) return
      // What may be changed is looked at: nothing moves on by itself.
      if (!changing) chosen.current = question.id
      onChoose(question, option)
    },
    [question, onChoose, changing],
  )
  // One that was refused begins with what it had.
  const refused = answer && !isLocked(answer) ? answer : undefined
  const again = question?.places && refused ? placesOf(question, refused) : []
  const begun = question && choices.chosen[question.id]
  const picked = Array.isArray(begun) ? begun : again
  const text = typeof begun === 'string' ? begun : (refused?.choice ?? '')
  const save = (typed?: string) => {
    if (!question) return
    if (!changing) chosen.current = question.id
    if (typed === undefined) onChoose(question, textOfPlaces(question, picked), [...picked])
    else onChoose(question, typed)
    choices.drop(question.id)
  }
  // The question that was left with what is chosen and not saved, and the one above which that is said.
  const [left, setLeft] = useState<{ id: string; number: number; typed: boolean; above: string } | null>(null)
  const isLeftUnsaved = left !== null && left.above === id && unsaved.has(left.id)
  const go = (index: number) => {
    const above = ids[index]
    if (question && above !== undefined && above !== question.id) {
      const typed = question.typed !== undefined
      setLeft(unsaved.has(question.id) ? { id: question.id, number: place.index + 1, typed, above } : null)
    }
    goTo(index)
  }
  const jump = (index: number) => {
    setListed(false)
    go(index)
  }
  const toggleKeys = (on: boolean) => {
    keysChoice.write(on)
    setKeys(on)
  }
  const Navigator = changing?.Palette ?? QuestionNavigator
  const navigator = { questions, given, unsaved, place, calm }
  const submitHere = counts.answered === questions.length && !preview && !closed

  return (
    <div data-room className="flex min-h-dvh flex-col">
      <TopBar
        title={title}
        counts={counts}
        calm={calm}
        total={questions.length}
        clock={props.clock}
        state={props.state}
        onLeave={props.onLeave}
      />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-page flex-1 grid-cols-[minmax(0,1fr)] content-start gap-8 px-4 pt-3 pb-44 sm:px-6 md:grid-cols-[minmax(0,1fr)_252px] md:gap-10 md:pt-10 lg:gap-14 low:gap-6 low:pt-2 low:pb-20 xl:grid-cols-[minmax(0,1fr)_268px]"
      >
        <div className="min-w-0">
          {props.notice}
          {isLeftUnsaved && !over ? (
            // In the flow of the page: over it, it would cover the options of a phone.
            <Alert tone="amber" className="mb-2 py-2">
              {leftUnsaved(left.number, left.typed)}
            </Alert>
          ) : null}
          {over ??
            (question ? (
              <MathsProvider key="question" maths={maths}>
                <QuestionView
                  question={question}
                  index={place.index}
                  total={questions.length}
                  marks={question.marks ?? props.questionMarks}
                  answered={counts.answered}
                  given={answer}
                  preview={preview}
                  calm={calm}
                  closed={closed}
                  marked={place.marked.includes(question.id)}
                  keys={keys}
                  onKeys={toggleKeys}
                  onChoose={choose}
                  chosen={picked}
                  onToggle={(at) => choices.set(question.id, toggled(picked, at))}
                  text={text}
                  onType={(typed) => choices.set(question.id, typed)}
                  onSave={save}
                  onMark={onMark}
                  onGo={go}
                  mayChange={changing?.mayChange}
                  tools={props.tools?.(question, answer, () => choices.drop(question.id))}
                />
              </MathsProvider>
            ) : (
              <Oops title={ERROR} reason={NO_CURRENT} contest={contest} bare />
            ))}
        </div>
        {wide ? (
          <aside aria-label={QUESTIONS}>
            <div className="-m-1 sticky top-25 max-h-[calc(100dvh-13rem)] overflow-y-auto p-1 low:top-15 low:max-h-[calc(100dvh-8rem)]">
              <p className="num mb-3.5 font-semibold text-sm">{answeredOf(counts.answered, questions.length)}</p>
              <Navigator {...navigator} onGo={go} columns="five" />
              {submitHere && place.index < questions.length - 1 ? (
                <Button variant="primary" className="mt-6 w-full" onClick={props.onSubmit}>
                  {SUBMIT}
                </Button>
              ) : null}
            </div>
          </aside>
        ) : null}
      </main>
      {over ? null : (
        <QuestionNavigationBar
          index={place.index}
          total={questions.length}
          marked={question ? place.marked.includes(question.id) : false}
          strips={props.strips}
          question={id}
          closed={closed}
          submitLabel={props.submitLabel}
          onGo={go}
          onMark={onMark}
          onList={() => setListed(true)}
          onSubmit={props.onSubmit}
        />
      )}
      <RoomDialog
        open={listed}
        onClose={() => setListed(false)}
        title={answeredOf(counts.answered, questions.length)}
        footer={
          // Where answers may be changed, one can be finished anywhere.
          submitHere || (changing && !preview && !closed) ? (
            <Button
              variant="primary"
              className="w-full"
              onClick={() => {
                setListed(false)
                props.onSubmit()
              }}
            >
              {SUBMIT}
            </Button>
          ) : undefined
        }
      >
        <Navigator {...navigator} onGo={jump} columns="six" />
      </RoomDialog>
      {props.children?.({ place, counts, unsaved, goTo: go })}
    </div>
  )
}
