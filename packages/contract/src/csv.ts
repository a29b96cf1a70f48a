/**
 * Writes tables for spreadsheets (RFC 4180), for the server and for pages alike, so that all are safe: a text
 * that could be read as a formula gets an apostrophe before it. A table begins with the mark by which
 * spreadsheets recognise UTF-8. It is not part of any call.
 */
export type CsvValue = string | number

/** This also matches after spaces, which some programs drop, and in the wide form of Chinese keyboards. */
const formulaLike = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

export const csvMark = '\ufeff'

/** Numbers stay as they are, even with a minus. */
export function csvCell(value: CsvValue): string {
  const text = String(value)
  const safe = typeof value === 'string' && formulaLike.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`

export const csvDocument = (rows: readonly (readonly CsvValue[])[]): string =>
  `${csvMark}${rows.map(csvLine).join('')}`
