import { transferEncoding } from '../text/transfer-encoding.ts'
import { linesOf, uuencodedLength } from '../text/uuencode.ts'
import { fieldText } from './header-text.ts'
import type { MailPart } from './part-tree.ts'

/** Finds files that old programs write into the text of a mail: "begin 644 name", lines of data, "end". */

export type UuencodedFile = {
  name: string
  /** The whole block, from "begin" to the line after "end". */
  start: number
  end: number
}

const BEGIN = /^begin [0-7]{3,4} (\S.{0,254})$/
const MOST_FILES = 100

/** Returns the files in the text of a part, with their places in the mail. */
export function filesWithin(raw: Buffer, part: MailPart): UuencodedFile[] {
  if (part.contentType.value !== 'text/plain') return []
  if (transferEncoding(fieldText(raw, part, 'content-transfer-encoding')) !== 'identity') return []
  // The rest of the mail may be large, and may have a thousand such parts.
  const holdsFile = raw.subarray(part.start, part.end).includes('begin ')
  return holdsFile ? findUuencoded(raw, part.start, part.end) : []
}

function findUuencoded(raw: Buffer, from: number, to: number): UuencodedFile[] {
  const files: UuencodedFile[] = []
  const text = raw.subarray(0, to)
  let open: { name: string; start: number; hasData: boolean } | null = null
  for (const [start, end, next] of linesOf(text, from)) {
    if (open !== null) {
      const length = uuencodedLength(text, start, end)
      if (length !== null && length > 0) {
        open.hasData = true
        continue
      }
      // The last line carries no bytes: a blank, a grave accent, or nothing where blanks were lost.
      if (open.hasData && (length === 0 || end === start)) continue
      if (open.hasData && text.toString('latin1', start, end).trimEnd() === 'end')
        files.push({ name: open.name, start: open.start, end: next })
      open = null
      if (files.length === MOST_FILES) break
    }
    const name = end - start < 300 ? BEGIN.exec(text.toString('latin1', start, end))?.[1] : undefined
    if (name !== undefined) open = { name: name.trim(), start, hasData: false }
  }
  return files
}
