import { type HeaderBlock, rawValue, trimBlankEnd, unfold } from './header-block.ts'
import type { MimeLimits } from './limits.ts'
import { extendedOctets, parseStructured, type StructuredValue } from './parameters.ts'

/**
 * Reads what a part is, and by which line its own parts are separated (RFC 2045, section 5; RFC 2046, section
 * 5.1.1). Many programs write this field a little wrong. A reader who sees the source of a mail instead of
 * the mail gains nothing from that.
 */

const TOKEN = '[a-z0-9!#$&^_.+-]{1,127}'
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`)
/** A type with quotation marks or blanks about it, or without the semicolon behind it. */
const NEARLY_A_TYPE = new RegExp(
  `^["'<\\s]{0,9}(${TOKEN})\\s{0,9}/\\s{0,9}(${TOKEN})["'>]?[\\s,:;]{0,99}(.*)$`,
  'is',
)
const MAIN_TYPES = /^(?:text|image|audio|video|application|message|font|model|chemical|x-[a-z0-9-]{1,60})\//

/**
 * How far a declared boundary, or an undeclared one, is looked for. A mail may have a thousand parts with
 * boundaries that never occur, so none is looked for in the whole mail.
 */
const DECLARED_LOOK = 65_536
const LOOK = 16_384

export function contentTypeOf(
  raw: Buffer,
  block: HeaderBlock,
  containerType: string | undefined,
): StructuredValue {
  const field = block.fields.find(candidate => candidate.key === 'content-type')
  // RFC 2046, section 5.1.5: in a digest, mails are the default.
  const fallback = containerType === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  if (field === undefined) {
    const isUnsaid = containerType === undefined && opensWithParts(raw, block.bodyStart)
    return { value: isUnsaid ? 'multipart/mixed' : fallback, params: new Map() }
  }
  const { value, params } = readType(unfold(rawValue(raw, field)))
  if (value.startsWith('multipart/')) return { value, params }
  // Something that names a boundary, and has it, is a multipart whatever it calls itself.
  const boundary = params.get('boundary')
  const isMisnamed = !MAIN_TYPES.test(value) || value.startsWith('text/')
  if (boundary && isMisnamed && hasPartsBy(raw, block.bodyStart, boundary))
    return { value: 'multipart/mixed', params }
  // RFC 2045, section 5.2: a type that cannot be understood means plain text.
  return TYPE.test(value) ? { value, params } : { value: 'text/plain', params }
}

function readType(text: string): StructuredValue {
  const parsed = parseStructured(text)
  if (TYPE.test(parsed.value)) return parsed
  const nearly = NEARLY_A_TYPE.exec(text)
  if (nearly !== null) return parseStructured(`${nearly[1]}/${nearly[2]};${nearly[3]}`)
  return parsed.value === 'multipart' ? { value: 'multipart/mixed', params: parsed.params } : parsed
}

const isPartHeader = (line: string): boolean => /^(?:content-[a-z-]{1,40}\s{0,9}:.{0,900})?$/i.test(line)

/** True when a line of this boundary occurs, followed by the headers of a part. */
function hasPartsBy(raw: Buffer, from: number, boundary: string): boolean {
  const mark = `--${boundary}`
  const opening = raw.subarray(from, from + DECLARED_LOOK)
  const at = opening.indexOf(mark, 0, 'latin1')
  if (at < 0 || (at > 0 && opening[at - 1] !== 0x0a)) return false
  const [line, next] = opening.toString('latin1', at, at + mark.length + 1_024).split(/\r?\n/)
  return line?.trimEnd() === mark && next !== undefined && /^content-/i.test(next)
}

/** Returns the first line that looks like a delimiter with the headers of a part behind it. */
function likelyBoundary(raw: Buffer, from: number): string | null {
  const text = `\n${raw.toString('latin1', from, from + LOOK)}`
  for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 1)) {
    const lineEnd = text.indexOf('\n', at + 1)
    if (lineEnd < 0) return null
    const nextEnd = text.indexOf('\n', lineEnd + 1)
    const boundary = /^--([^\s-].{0,200}?)[ \t]*\r?$/.exec(text.slice(at + 1, lineEnd))?.[1]
    const next = text.slice(lineEnd + 1, nextEnd < 0 ? text.length : nextEnd).replace(/\r$/, '')
    if (boundary !== undefined && isPartHeader(next)) return boundary
  }
  return null
}

/** True when a body without any Content-Type begins with parts, and ends them as parts end. */
function opensWithParts(raw: Buffer, from: number): boolean {
  const opening = raw.toString('latin1', from, from + 1_024).trimStart()
  const boundary = /^--([^\s-][^\r\n]{0,200}?)[ \t]*\r?\ncontent-/i.exec(opening)?.[1]
  return boundary !== undefined && raw.indexOf(`\n--${boundary}--`, from, 'latin1') >= 0
}

/** Returns the declared boundary, or the one that is in use if that never occurs. */
export function boundaryOf(
  raw: Buffer,
  contentType: StructuredValue,
  from: number,
  limits: MimeLimits,
): string | null {
  const declared = trimBlankEnd(
    contentType.params.get('boundary') ?? extendedOctets(contentType, 'boundary').octets,
  )
  if (declared.length > limits.maxBoundaryLength) return null
  const opening = raw.subarray(from, from + DECLARED_LOOK)
  if (declared !== '' && opening.includes(`--${declared}`, 0, 'latin1')) return declared
  return likelyBoundary(raw, from) ?? (declared === '' ? null : declared)
}
