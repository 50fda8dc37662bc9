/** Drawn formulas below the field in which they are written, as participants see them, and what is wrong with the others. */
import { CodeText } from '@/ui/CodeText'
import { hasDrawn, type MathsPreview } from '../mathsPreview'
import { AS_SEEN } from '../messages'

type FormulaPreviewProps = {
  /** Each with what stands before it, such as the letter of an option. */
  texts: readonly { label?: string; text: string }[]
  preview: MathsPreview
  /** What is wrong, in sentences. */
  problems: readonly string[]
}

export function FormulaPreview({ texts, preview, problems }: FormulaPreviewProps) {
  const drawn = texts.filter(({ text }) => hasDrawn(text, preview.maths))
  if (drawn.length === 0 && problems.length === 0) return null
  return (
    <div className="-mt-2 grid min-w-0 gap-1.5 text-sm">
      {drawn.length > 0 ? (
        <section aria-label={AS_SEEN} className="grid min-w-0 gap-1.5 rounded-control bg-paper px-3.5 py-2.5">
          {drawn.map(({ label, text }) => (
            <div key={`${label} ${text}`} className="flex min-w-0 gap-2.5">
              {label ? <span className="shrink-0 font-semibold text-muted">{label}</span> : null}
              <div className="min-w-0 flex-1">
                <CodeText text={text} className="text-sm" lead={(words) => <p>{words}</p>} />
              </div>
            </div>
          ))}
        </section>
      ) : null}
      <MathsProblems problems={problems} />
    </div>
  )
}

export function MathsProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <div role="status" className="grid gap-1 text-brick text-sm">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  )
}
