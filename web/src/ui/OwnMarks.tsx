/** Own marks of a question, and its star, in a line for organisers; nothing where it has neither. */
import { StarSign } from './StarSign'

/** `marks`: what a right and a wrong answer to it give, in short. */
export function OwnMarks({ marks, starred }: { marks: string | null | undefined; starred: boolean | undefined }) {
  if (!marks && !starred) return null
  return (
    <p className="num mt-1 flex flex-wrap gap-x-4 text-sm">
      {marks ? (
        <span>
          <span className="text-muted">Marks</span> <span className="whitespace-nowrap font-semibold">{marks}</span>
        </span>
      ) : null}
      {starred ? <StarSign /> : null}
    </p>
  )
}
