/**
 * Trusted script URL: the address of a script of this site (the service worker, workers of our own build, the payment
 * sandbox). The content policy of the pages demands trusted types, so each such address is checked here. Refuses every
 * other origin.
 */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

function own(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Not a script of this site')
  return url
}

// A name may be taken once.
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The address as the browser takes it; browsers without trusted types take the text. */
export function trustedScriptUrl(url: string): string {
  const types = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  if (!types) return own(url)
  policy ??= types.createPolicy('quad-worker', { createScriptURL: own })
  return policy.createScriptURL(url) as string
}
