/**
 * Which areas this build has. A link to an area is shown only where it says true; the issue that brings the area turns
 * its word to true, and the links appear everywhere at once.
 */
export type Area = 'clubs' | 'events' | 'polls' | 'pricing' | 'contact' | 'privacy' | 'terms' | 'refunds' | 'shipping'

export const existing: Record<Area, boolean> = {
  clubs: false,
  events: false,
  polls: true,
  pricing: true,
  contact: true,
  privacy: true,
  terms: true,
  refunds: true,
  shipping: true,
}
