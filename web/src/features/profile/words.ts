/** Every sentence of the profile. */
export const LOADING = 'Loading user profile...'
export const LOAD_FAILED = 'Your profile could not be loaded. Please try again.'
export const SESSIONS_FAILED = 'Your sessions could not be loaded. Please try again.'
export const END_FAILED = 'The session could not be ended. Please try again.'
