/**
 * Retry interval: milliseconds between two looks for a server that was away, drawn once per page: a hall that was cut
 * off does not ask in step.
 */
export const RETRY_MS = 10_000 + Math.random() * 5000
