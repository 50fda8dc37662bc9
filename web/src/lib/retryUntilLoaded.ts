/**
 * Retry of a lazily loaded part of a page: until its code has loaded, the page works without it. When the code cannot
 * be fetched, as without a network, the fetch is tried again when the network is back and every 20 seconds, and never
 * breaks the page.
 */

const AGAIN = 20_000

export async function retryUntilLoaded<T>(fetchIt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchIt()
    } catch {
      await onlineOr(AGAIN)
    }
  }
}

function onlineOr(longest: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, longest)
    addEventListener('online', go)
  })
}
