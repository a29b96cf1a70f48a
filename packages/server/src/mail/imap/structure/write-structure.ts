import { parameterText, type StructuredValue } from '../../mime/parameters.ts'
import { writeString } from '../write.ts'
import { writeEnvelope, writeHeaderText } from './envelope.ts'
import type { MailShape, ShapePart } from './shape.ts'

/** Writes BODY and BODYSTRUCTURE (RFC 9051, section 7.5.2). The second has the extension data, too. */

type Form = { readonly isExtended: boolean; readonly isUtf8: boolean }

export function writeStructure(shape: MailShape, form: Form): string {
  return writePart(shape, 0, form)
}

/** The scan bounds how deep parts stand in each other. */
function writePart(shape: MailShape, index: number, form: Form): string {
  const part = shape.parts[index]
  if (part === undefined) return 'NIL'
  const [main = '', sub = ''] = part.type.value.toUpperCase().split('/', 2)
  if (part.kind === 'multipart') {
    const within = part.children.map(child => writePart(shape, child, form)).join('')
    const tail = form.isExtended ? ` ${writeParameters(part.type, form)} ${writeTail(part, form)}` : ''
    return `(${within} ${writeString(sub)}${tail})`
  }
  const fields = [writeString(main), writeString(sub), writeParameters(withCharset(part, main), form)]
  fields.push(writeHeaderText(part.id, form.isUtf8), writeHeaderText(part.description, form.isUtf8))
  fields.push(writeString(part.encoding), String(part.end - part.start))
  if (part.kind === 'message') {
    const child = part.children[0] ?? -1
    const envelope = shape.parts[child]?.envelope ?? null
    fields.push(
      envelope === null ? 'NIL' : writeEnvelope(envelope, form.isUtf8),
      writePart(shape, child, form),
    )
  }
  if (part.kind === 'message' || main === 'TEXT') fields.push(String(part.lines))
  if (form.isExtended) fields.push(writeHeaderText(part.md5, form.isUtf8), writeTail(part, form))
  return `(${fields.join(' ')})`
}

/** RFC 2046, section 4.1.2: text that names no charset is ASCII. */
function withCharset(part: ShapePart, main: string): StructuredValue {
  const { value, params } = part.type
  if (main !== 'TEXT' || params.has('charset') || params.has('charset*')) return part.type
  return { value, params: new Map([...params, ['charset', 'us-ascii']]) }
}

function writeTail({ disposition, language, location }: ShapePart, form: Form): string {
  const shown =
    disposition === null
      ? 'NIL'
      : `(${writeString(disposition.value.toUpperCase())} ${writeParameters(disposition, form)})`
  const [only] = language
  const spoken =
    only === undefined
      ? 'NIL'
      : language.length === 1
        ? writeString(only)
        : `(${language.map(writeString).join(' ')})`
  return `${shown} ${spoken} ${writeHeaderText(location, form.isUtf8)}`
}

/**
 * Parameters go out as they were written. A value with letters that stand there without being encoded takes the form of
 * RFC 2231 for clients that know no UTF-8.
 */
function writeParameters(structured: StructuredValue, { isUtf8 }: Form): string {
  const written = [...structured.params].flatMap(([name, value]) => {
    if (!/^[\x21-\x7e]{1,200}$/.test(name)) return []
    const upper = name.toUpperCase()
    if (/^[\x20-\x7e]*$/.test(value)) return [writeString(upper), writeString(value)]
    const text = parameterText({ value: '', params: new Map([['it', value]]) }, 'it', null) ?? ''
    if (isUtf8) return [writeString(upper), writeHeaderText(text, true)]
    const encoded = `UTF-8''${encodeURIComponent(text.toWellFormed()).replace(/['()*!]/g, percent)}`
    return [writeString(name.endsWith('*') ? upper : `${upper}*`), writeString(encoded)]
  })
  return written.length === 0 ? 'NIL' : `(${written.join(' ')})`
}

const percent = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
