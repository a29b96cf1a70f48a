import { boundaryOf, contentTypeOf } from './content-type.ts'
import { type HeaderBlock, readHeaderBlock, trimBlankEnd } from './header-block.ts'
import type { MimeLimits } from './limits.ts'
import type { StructuredValue } from './parameters.ts'
import type { MailWarning } from './parsed-mail.ts'

/**
 * Splits a mail into its parts (RFC 2046, section 5.1) in one pass over the bytes, with a stack and without
 * recursion. On request it goes on within the mails that parts hold. It finds where parts begin and end; other modules decide what they mean.
 */

export type MailPart = {
  /** The index of the enclosing multipart in the list; -1 for the mail itself. */
  parent: number
  /** The part number: "1", "2.1"; the mail itself is "1" unless it is a multipart. */
  id: string
  block: HeaderBlock
  contentType: StructuredValue
  /** True when the part was split: its content is the parts that name it as parent. */
  isContainer: boolean
  childCount: number
  /** Where its headers begin. */
  head: number
  start: number
  end: number
  /** Where its container says that it ends: behind its own last delimiter, and whatever follows that. */
  wholeEnd: number
}

/** A mail within a part is open, too, and has no boundary. */
type Open = { index: number; boundary: string | null; depth: number }
type Delimiter = { lineStart: number; next: number; level: number; closes: boolean }

const LF = 0x0a
const CR = 0x0d
const MARK = Buffer.from('\n--')
const MESSAGES: ReadonlySet<string> = new Set(['message/rfc822', 'message/global'])

export function splitParts(
  raw: Buffer,
  limits: MimeLimits,
  warn: (warning: MailWarning) => void,
  { opensMessages }: { opensMessages: boolean } = { opensMessages: false },
): MailPart[] {
  const parts: MailPart[] = []
  const stack: Open[] = []
  /** The parts that no delimiter of a container has ended yet, with the level of the container. */
  const unended: { part: MailPart; level: number }[] = []
  let levels = new Map<string, number>()
  /** The part that is being read, if it is not a container. */
  const current: { leaf: MailPart | null } = { leaf: null }

  const match = (lineStart: number, lineEnd: number) =>
    matchDelimiter(raw, lineStart, lineEnd, levels, limits)

  /** Reads the headers at `from`, files the part, and returns the position to continue from. */
  const open = (from: number): number => {
    const parent = stack.at(-1)
    const block = readHeaderBlock(raw, from, limits, (start, end) => match(start, end) !== null)
    if (block.truncated) warn('headers-truncated')
    if (block.malformed) warn('malformed-header')
    const container = parent === undefined ? undefined : parts[parent.index]
    if (container !== undefined) container.childCount++
    const part: MailPart = {
      parent: parent?.index ?? -1,
      id: container === undefined ? '1' : partId(container, parts.length > 0 && parent?.index === 0),
      block,
      contentType: contentTypeOf(raw, block, container?.contentType.value),
      isContainer: false,
      childCount: 0,
      head: from,
      start: block.bodyStart,
      end: raw.length,
      wholeEnd: raw.length,
    }
    unended.push({ part, level: stack.length - 1 })
    parts.push(part)
    current.leaf = part
    const depth = (parent?.depth ?? 0) + 1
    if (opensMessages && MESSAGES.has(part.contentType.value)) {
      if (depth > limits.maxDepth || parts.length >= limits.maxParts) warn('too-deep')
      else {
        part.isContainer = true
        stack.push({ index: parts.length - 1, boundary: null, depth })
        return open(block.bodyStart)
      }
    }
    if (part.contentType.value.startsWith('multipart/')) {
      const boundary = boundaryOf(raw, part.contentType, part.start, limits)
      if (boundary === null) warn('missing-boundary')
      else if (depth > limits.maxDepth) warn('too-deep')
      else {
        part.isContainer = true
        stack.push({ index: parts.length - 1, boundary, depth })
        levels = levelsOf(stack)
        current.leaf = null
      }
    }
    return block.bodyStart
  }

  let at = open(0)
  while (levels.size > 0) {
    const delimiter = findDelimiter(raw, at, match)
    if (delimiter === null) {
      warn('unclosed-multipart')
      break
    }
    if (current.leaf !== null) current.leaf.end = contentEnd(raw, current.leaf.start, delimiter.lineStart)
    current.leaf = null
    for (const closed of stack.splice(delimiter.level + (delimiter.closes ? 0 : 1))) {
      const part = parts[closed.index]
      if (part !== undefined) part.end = contentEnd(raw, part.start, delimiter.lineStart)
    }
    levels = levelsOf(stack)
    while ((unended.at(-1)?.level ?? -1) >= delimiter.level) {
      const ended = unended.pop()?.part
      if (ended !== undefined) ended.wholeEnd = contentEnd(raw, ended.start, delimiter.lineStart)
    }
    at = delimiter.next
    if (delimiter.closes) continue
    if (parts.length >= limits.maxParts) {
      warn('too-many-parts')
      break
    }
    at = open(at)
  }
  return parts
}

/** Children of the outermost multipart are numbered "1", "2"; deeper ones extend their container's number. */
function partId(container: MailPart, isTopLevel: boolean): string {
  return isTopLevel ? String(container.childCount) : `${container.id}.${container.childCount}`
}

/** Maps each boundary to its innermost level; mailers that use one boundary twice mean the inner one. */
function levelsOf(stack: Open[]): Map<string, number> {
  return new Map(stack.flatMap(({ boundary }, level) => (boundary === null ? [] : [[boundary, level]])))
}

function findDelimiter(
  raw: Buffer,
  from: number,
  match: (lineStart: number, lineEnd: number) => { level: number; closes: boolean } | null,
): Delimiter | null {
  let mark = raw.indexOf(MARK, Math.max(0, from - 1))
  while (mark >= 0) {
    const lineStart = mark + 1
    const newline = raw.indexOf(LF, lineStart)
    const lineEnd = newline < 0 ? raw.length : newline
    const found = match(lineStart, lineEnd)
    if (found !== null) return { ...found, lineStart, next: newline < 0 ? raw.length : newline + 1 }
    mark = newline < 0 ? -1 : raw.indexOf(MARK, newline)
  }
  return null
}

/**
 * delimiter = "--" boundary ["--"], followed only by white space, so that no boundary matches as a prefix of
 * another.
 */
function matchDelimiter(
  raw: Buffer,
  lineStart: number,
  lineEnd: number,
  levels: Map<string, number>,
  limits: MimeLimits,
): { level: number; closes: boolean } | null {
  let end = lineEnd
  while (end > lineStart && isBlank(raw[end - 1])) end--
  const length = end - lineStart - 2
  if (length < 1 || length > limits.maxBoundaryLength + 2) return null
  const text = raw.toString('latin1', lineStart + 2, end)
  const level = levels.get(text)
  if (level !== undefined) return { level, closes: false }
  if (!text.endsWith('--')) return null
  const closing = levels.get(trimBlankEnd(text.slice(0, -2)))
  return closing === undefined ? null : { level: closing, closes: true }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === CR
}

/** The line end before a delimiter belongs to the delimiter (RFC 2046, section 5.1.1). */
export function contentEnd(raw: Buffer, start: number, delimiterStart: number): number {
  let end = delimiterStart
  if (end > start && raw[end - 1] === LF) end--
  if (end > start && raw[end - 1] === CR) end--
  return Math.max(start, end)
}
