/**
 * For a part of a page whose code is fetched: until it comes, the page goes on without it. What cannot be fetched, as without
 * a network, is tried again when the network is back and now and then, and never breaks the page around it.
 */

const AGAIN = 20_000

export async function untilItComes<T>(fetchIt: () => Promise<T>): Promise<T> {
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
