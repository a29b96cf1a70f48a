/** The folders of received mail. Pages use this list without loading the schemas that are made from it. */
export const folders = ['inbox', 'spam', 'trash'] as const
export type Folder = (typeof folders)[number]
