/** Media types of bytes that a stranger made which are harmless as they are; all others are told as the last one. */
export const fileTypes = [
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/x-icon'],
  ...['application/pdf', 'text/plain', 'message/rfc822', 'application/zip', 'text/csv', 'text/calendar'],
  'application/octet-stream',
] as const

export const imageTypes = fileTypes.filter(type => type.startsWith('image/'))
