/**
 * Areas that are not built yet. A link to one is shown only where it says true; whoever builds it turns its word to true,
 * and the links appear everywhere at once. Later the word goes.
 */
export type Area = 'clubs' | 'events'

export const existing: Record<Area, boolean> = {
  clubs: false,
  events: false,
}
