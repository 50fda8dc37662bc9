/**
 * Broadcast channel to the other tabs of this site: null where the browser has none or refuses it. Telling them is a courtesy, so
 * a message that cannot be sent is dropped: whoever hears nothing looks for itself.
 */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>

export function openChannel(name: string): Channel | null {
  try {
    const channel = new BroadcastChannel(name)
    const post = channel.postMessage.bind(channel)
    channel.postMessage = (message: unknown) => {
      try {
        post(message)
      } catch {
        // Dropped.
      }
    }
    return channel
  } catch {
    return null
  }
}
