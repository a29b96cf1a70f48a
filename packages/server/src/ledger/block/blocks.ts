/** Lists and changes the block list, for the page of the admins. */
export { type BlockRow, countBlocks, deleteBlocks, insertBlock, listBlocks } from './repository.ts'
