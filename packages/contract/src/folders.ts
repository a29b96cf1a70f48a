/**
 * The folders that every mailbox has, and the colours of one's own. Pages use these lists without loading the
 * schemas that are made from them.
 */
export const folders = ['inbox', 'archive', 'spam', 'trash'] as const
export type Folder = (typeof folders)[number]

export const folderColors = ['blue', 'green', 'teal', 'amber', 'rose', 'violet', 'slate'] as const
export type FolderColor = (typeof folderColors)[number]

/** Each bound holds for one mailbox. */
export const maxFolders = 500
export const maxFolderDepth = 10
export const maxFolderName = 60
