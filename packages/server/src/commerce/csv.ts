/**
 * CSV that spreadsheets open without being tricked: a cell that they would take for a formula gets an apostrophe before
 * it, every cell is quoted, and the text begins with the mark by which they know it is UTF-8 (RFC 4180 besides).
 */
const formulaLike = /^[=+\-@\t\r]/

export const csvCell = (value: string | number): string => {
  const text = String(value)
  return `"${(typeof value === 'string' && formulaLike.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

export const csvDocument = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map(row => `${row.map(csvCell).join(',')}\r\n`).join('')}`
