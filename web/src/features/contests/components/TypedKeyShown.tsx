/** Typed key as its owner reads it: that the answer is typed, and what is right. */
import { Check } from 'lucide-react'
import { TYPED } from '../messages'
import { keyInWords, type TypedKey } from '../typedKey'

type TypedKeyShownProps = {
  typed: TypedKey
  /** By its key: what is in it counts. */
  decides?: boolean
}

export function TypedKeyShown({ typed, decides = true }: TypedKeyShownProps) {
  return (
    <div className="mt-2 grid gap-1.5">
      <p className="text-muted text-sm">{TYPED[typed.kind]}</p>
      {decides ? (
        <ul className="flex flex-wrap gap-x-6 gap-y-1.5">
          {keyInWords(typed).map((text) => (
            <li key={text} className="num flex min-w-0 items-start gap-2 font-semibold">
              <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-lawn" strokeWidth={3} />
              <span className="ink wrap-anywhere min-w-0 whitespace-pre-wrap">
                {text}
                <span className="sr-only"> (right)</span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
