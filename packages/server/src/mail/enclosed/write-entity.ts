import { cleanHeaderText } from '../text/clean-text.ts'

/**
 * Writes the MIME entity that stands for the content of another form. Nobody but our own reader sees it, so
 * that bytes and letters of any kind stand in it as they are.
 */

const MAX_NAME = 1_000

export function writeEntity(fields: Readonly<Record<string, string>>, content: Buffer): Buffer {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${lines.join('')}\r\n`), content])
}

/** `boundary` must not occur in the parts. */
export function writeMultipart(
  type: string,
  boundary: string,
  parts: readonly Buffer[],
  fields: Readonly<Record<string, string>> = {},
): Buffer {
  const pieces = parts.flatMap(part => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')])
  return writeEntity(
    { ...fields, 'Content-Type': `multipart/${type}; boundary="${boundary}"` },
    Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  )
}

export const fieldText = (text: string): string => cleanHeaderText(text.slice(0, MAX_NAME))

/** Returns a parameter in the form of RFC 2231, section 4. */
export const writeParameter = (name: string, text: string): string =>
  `${name}*=utf-8''${encodeURIComponent(text.slice(0, MAX_NAME).toWellFormed())}`
