/**
 * Notes from which questions are made: pasted, dropped as a file, or chosen. A file is read on this device into the
 * field.
 */
import { FileText } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { controlClass, Field } from '@/ui/Field'
import { FILE_BROKEN, FILE_HINT, fileRead } from '../messages'
import { NOTES_KINDS, NoNotes, notesOf } from '../notesFile'
import { lengthOf, NOTES_LENGTH } from '../questionGeneration'

type GenerationNotesProps = { notes: string; error?: string; onChange: (notes: string) => void }
type Told = { text: string; bad: boolean } | null

const COUNT = new Intl.NumberFormat('en-US')

export function GenerationNotes({ notes, error, onChange }: GenerationNotesProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState<string | null>(null)
  const [told, setTold] = useState<Told>(null)
  const [over, setOver] = useState(false)
  const length = lengthOf(notes)

  const read = async (file: File | undefined) => {
    if (!file || reading !== null) return
    setTold(null)
    setReading(`Reading ${file.name}`)
    try {
      const found = await notesOf(file, (page, of) => setReading(`Reading ${file.name}: page ${page} of ${of}`))
      onChange(found.text)
      const { pages } = found
      const cut = pages && pages.read < pages.of ? ` (${pages.read} of ${pages.of} pages)` : ''
      setTold({
        text: found.cut ? `${file.name}: only the first 60,000 characters were taken${cut}.` : fileRead(file.name),
        bad: false,
      })
    } catch (reason) {
      setTold({ text: reason instanceof NoNotes ? reason.message : FILE_BROKEN, bad: true })
    } finally {
      setReading(null)
    }
  }

  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    setOver(false)
    if (!file) return
    event.preventDefault()
    void read(file)
  }

  return (
    <div className="grid gap-2.5">
      <Field
        label="Notes"
        error={error}
        hint={
          <span className="num">
            Each question names the sentence it came from. {COUNT.format(length)} of {COUNT.format(NOTES_LENGTH)}{' '}
            characters.
          </span>
        }
      >
        {(id, describedBy) => (
          <textarea
            id={id}
            rows={8}
            required
            placeholder="Paste lecture notes or a chapter, or drop a file here."
            value={notes}
            aria-describedby={describedBy}
            aria-invalid={error || length > NOTES_LENGTH ? true : undefined}
            onChange={(event) => onChange(event.target.value)}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes('Files')) return
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={cx(controlClass, 'min-h-44 resize-y py-2.5 text-sm leading-relaxed', over && 'border-lawn')}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          ref={chooser}
          type="file"
          accept={NOTES_KINDS}
          aria-label="A file with notes"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void read(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          size="sm"
          busy={reading !== null}
          icon={<FileText aria-hidden="true" className="size-4" />}
          onClick={() => chooser.current?.click()}
        >
          Choose a file
        </Button>
        <p role="status" className={cx('min-w-0 flex-1 text-sm', told?.bad ? 'text-brick' : 'text-muted')}>
          {reading ?? told?.text ?? FILE_HINT}
        </p>
      </div>
    </div>
  )
}
