/** Looking up folders, for other rooms. */
export { folderKeys } from './repository.ts'
