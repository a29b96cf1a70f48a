/**
 * Makes headers for bytes that a stranger made. The browser may only save them: it never runs, shows or
 * guesses their type on our origin, and if a program opens them anyway, a sandbox gives them no rights.
 */
import { fileTypes } from '@yanshu/contract/file-types'

const plainTypes = new Set<string>(fileTypes)

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\]/g, '_')

const encodedName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export function fileHeaders(filename: string, contentType: string): Record<string, string> {
  const type = contentType.toLowerCase()
  return {
    'content-type': plainTypes.has(type) ? type : 'application/octet-stream',
    'content-disposition': `attachment; filename="${asciiName(filename)}"; filename*=UTF-8''${encodedName(filename)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}

/** Makes headers for a table that the site made. */
export const tableHeaders = (filename: string): Record<string, string> => ({
  ...fileHeaders(filename, 'text/csv'),
  'content-type': 'text/csv; charset=utf-8',
})
