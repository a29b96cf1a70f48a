/** The site's logo, for whoever serves it. */
export { findLogo } from './repository.ts'
