import type { routes } from '@yanshu/contract/routes'

/** The call that returns a file, of a received or of a sent mail. */
export type FileCall = (typeof routes)['getAttachment' | 'getSentAttachment']
