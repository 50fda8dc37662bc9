/**
 * Polyfills from core-js for functions that some supported browsers lack (docs/decisions/022-supported-browsers.md):
 * those which our scripts use, and no more. Fetched only by a browser that lacks one of them (loadPolyfills.ts); the
 * build refuses the use of any other (build/browsers.ts).
 */
import 'core-js/actual/array/to-reversed'
import 'core-js/actual/array/to-spliced'
