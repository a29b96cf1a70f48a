/** How much an account uses of its limits, for other rooms. */
export { countMailboxesOf, sumUsedBytes } from './count-repository.ts'
