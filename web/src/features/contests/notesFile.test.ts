/** Notes file: it becomes text, or is refused with a reason. */
import { describe, expect, it } from 'vitest'
import { FILE_EMPTY, FILE_KIND, FILE_NO_TEXT } from './messages'
import { decoded, NoNotes, notesOf, tidy } from './notesFile'

describe('a file with notes', () => {
  const file = (name: string, ...parts: BlobPart[]) => new File(parts, name)
  const text = async (...parts: BlobPart[]) => (await notesOf(file('n.txt', ...parts))).text

  it('is read as what its bytes are', async () => {
    expect(await text('Kühl – ठंडा')).toBe('Kühl – ठंडा')
    expect(await text(new Uint8Array([0x4b, 0xfc, 0x68, 0x6c]))).toBe('Kühl')
    expect(decoded(new Uint8Array([0xff, 0xfe, 0x4b, 0x00, 0xfc, 0x00]).buffer)).toBe('Kü')
    expect(await text(new Uint8Array([0xef, 0xbb, 0xbf, 0x4b]))).toBe('K')
  })

  it('is tidied', () => {
    expect(tidy('A struc-\nture\fof  many\r\n\r\n\r\n\r\nparts. \n x-\nY\n')).toBe(
      'A structure of many\n\nparts.\nx-\nY',
    )
  })

  it('is cut at a line when it is too long', async () => {
    const line = `${'x'.repeat(99)}\n`
    const notes = await notesOf(file('n.md', line.repeat(700)))
    expect(notes.cut).toBe(true)
    expect(notes.text.length).toBe(59_999)
    expect((await notesOf(file('n.md', 'short'))).cut).toBe(false)
  })

  it('is refused in words', async () => {
    await expect(notesOf(file('n.docx', 'x'))).rejects.toThrow(FILE_KIND)
    await expect(notesOf(file('n.txt', ' \n '))).rejects.toThrow(FILE_EMPTY)
    await expect(notesOf(file('n.txt', ' '))).rejects.toBeInstanceOf(NoNotes)
  })

  it('is refused when it is no text, whatever it is called', async () => {
    const bytes = (...of: number[]) => new Uint8Array(of)
    const picture = bytes(0xff, 0xd8, 0xff, 0xe0, 0x10, 0x4a, 0x46)
    const zip = bytes(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0)
    const noMark = bytes(0x4b, 0, 0xfc, 0, 0x68, 0)
    const scraps = bytes(0x00, 0xff, 0xfe, 0x01, 0x02, 0x03, 0xc8)
    const control = new TextEncoder().encode('\u0001\u0002\u0003 abc')
    const cyrillic = bytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2)
    for (const each of [picture, zip, noMark, scraps, control, cyrillic]) {
      await expect(notesOf(file('n.txt', each)), String(each)).rejects.toThrow(FILE_NO_TEXT)
    }
    // The mark at the end of old files, and a form feed between pages.
    expect(await text('Page one.\fPage two.\u001a')).toBe('Page one. Page two.')
  })
})
