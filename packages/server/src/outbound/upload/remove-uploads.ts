/** Removes uploaded files together with their owners. */
export { removeUploads } from './repository.ts'
