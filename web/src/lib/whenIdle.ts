/**
 * Idle work: runs a function once the page has loaded, so that what nobody waits for takes no bandwidth or time from
 * what somebody does. `whenIdle` also waits for the browser's idle callback, two seconds at most.
 */

/** Gives what calls it off. */
export function whenLoaded(work: () => void): () => void {
  if (document.readyState === 'complete') {
    work()
    return () => {}
  }
  addEventListener('load', work, { once: true })
  return () => removeEventListener('load', work)
}

/** Gives what calls it off. */
export function whenIdle(work: () => void): () => void {
  let off = false
  const run = () => {
    if (!off) work()
  }
  const stop = whenLoaded(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 })
    else setTimeout(run, 500)
  })
  return () => {
    off = true
    stop()
  }
}
