/**
 * Service worker container: undefined where the browser has none, as over plain http, or throws when it is asked for, as some do
 * whose owner forbids workers.
 */
export function serviceWorkerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker as ServiceWorkerContainer | undefined
  } catch {
    return undefined
  }
}
