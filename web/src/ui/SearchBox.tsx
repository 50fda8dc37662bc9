/**
 * Search box: a search field that tells its words when the typing pauses. What came from outside (back button) shows at
 * once.
 */
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { controlClass } from './Field'

type SearchBoxProps = { label: string; value: string; onChange: (words: string) => void; className?: string }

const PAUSE = 300
const LONGEST = 100

export function SearchBox({ label, value, onChange, className }: SearchBoxProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const told = useRef(value)
  const tell = useEffectEvent(onChange)

  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    const words = typed.trim()
    if (words === told.current) return
    const timer = setTimeout(() => {
      told.current = words
      tell(words)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <div className={cx('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" />
      <input
        ref={input}
        id={id}
        type="search"
        // A phone would put other quotes and capitals than those that are looked for.
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={LONGEST}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={cx(controlClass, 'h-11 pr-11 pl-9 text-[0.9375rem] [&::-webkit-search-cancel-button]:hidden')}
      />
      {typed ? (
        <button
          type="button"
          onClick={() => {
            setTyped('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
          <span className="sr-only">Clear the search</span>
        </button>
      ) : null}
    </div>
  )
}
