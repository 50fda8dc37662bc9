/**
 * Intermediaries (a proxy, a log-in page of the network): what answers in the server's place, said in one way by every
 * sentence that begins or goes on with “something”. Has nothing else, because the contest screen loads it.
 */
export const ANSWERS_FOR_QUAD =
  'between this device and Quad answers in its place, as a Wi-Fi log-in page or a filter does'
export const ANSWERS_FOR_SERVER = 'between this device and the server answers in its place, as a Wi-Fi log-in page does'
export const ANSWERED_FOR_SERVER =
  'between this device and the server answered in its place, as a Wi-Fi log-in page or a filter does'
