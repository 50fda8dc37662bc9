/** Streams cut anywhere give the same events. */
import { describe, expect, it } from 'vitest'
import { streamReader } from './streamReader'

const STREAM =
  'retry: 5\n\nevent: progress\ndata: {"written":1}\n\n: hush\n\ndata: plain\r\n\r\nevent: drafts\ndata: [\ndata: ]\n\n'
const EVENTS = [
  { name: 'progress', data: '{"written":1}' },
  { name: '', data: 'plain' },
  { name: 'drafts', data: '[\n]' },
]

describe('a stream', () => {
  it('gives its events whole, wherever it is cut', () => {
    for (let at = 0; at <= STREAM.length; at += 1) {
      const read = streamReader()
      expect([...read(STREAM.slice(0, at)), ...read(STREAM.slice(at))]).toEqual(EVENTS)
    }
  })

  it('keeps back what has not ended', () => {
    const read = streamReader()
    expect(read('event: drafts\ndata: []\n')).toEqual([])
    expect(read('\n')).toEqual([{ name: 'drafts', data: '[]' }])
  })
})
