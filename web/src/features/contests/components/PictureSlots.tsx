/** Picture slots of a question: those it has and one more as long as there is room, and one of each option. */
import { MOST_PICTURES, picturesOn, type WrittenPicture, withPicture } from '../model'
import { PictureSlot } from './PictureSlot'

type PictureSlotsProps = {
  contestId: string
  /** Those of its options among them. */
  pictures: readonly WrittenPicture[] | undefined
  asked: boolean
  /** What was refused. */
  error: string | undefined
  onChange: (pictures: WrittenPicture[]) => void
}

export function PictureSlots({ contestId, pictures, asked, error, onChange }: PictureSlotsProps) {
  const own = picturesOn(pictures, null)
  const nameOf = (at: number) =>
    own.length > 1 && at < own.length ? `the question, ${at + 1} of ${own.length}` : 'the question'
  return (
    <div className="grid gap-3">
      {[...own, null].slice(0, MOST_PICTURES).map((picture, at) => (
        <PictureSlot
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty one that is filled stays the same
          key={at}
          contestId={contestId}
          of={nameOf(at)}
          option={null}
          picture={picture}
          asked={asked}
          onChange={(next) => onChange(withPicture(pictures, picture, next))}
        />
      ))}
      {error ? <p className="text-brick text-sm">{error}</p> : null}
    </div>
  )
}

type OptionPictureSlotProps = Omit<PictureSlotsProps, 'error'> & { at: number; letter: string }

/** That of an option. */
export function OptionPictureSlot({ contestId, at, letter, pictures, asked, onChange }: OptionPictureSlotProps) {
  const picture = picturesOn(pictures, at)[0] ?? null
  return (
    <PictureSlot
      small
      contestId={contestId}
      of={`option ${letter}`}
      option={at}
      picture={picture}
      asked={asked}
      onChange={(next) => onChange(withPicture(pictures, picture, next))}
    />
  )
}
