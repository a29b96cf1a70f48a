/** Ending API keys, for other rooms. */
export { deleteApiKey } from './repository.ts'
