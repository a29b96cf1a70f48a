/** Tells other rooms whether a sender is stopped. */
export { findStop } from './repository.ts'
