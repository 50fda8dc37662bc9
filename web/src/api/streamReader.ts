/**
 * Reads a stream of server-sent events: text comes in pieces that end anywhere, whole events go out. What an event means
 * is the business of whoever asked for the stream.
 */

/** `name` is empty where the server gave none. */
export type StreamEvent = { name: string; data: string }

export function streamReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  let name = ''
  let data: string[] = []
  return (piece) => {
    const events: StreamEvent[] = []
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      else if (line.startsWith('event:')) name = line.slice(6).trim()
      else if (line === '') {
        if (data.length > 0) events.push({ name, data: data.join('\n') })
        name = ''
        data = []
      }
    }
    return events
  }
}
