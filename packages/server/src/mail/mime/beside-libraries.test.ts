/**
 * Our parser is our own as long as it reads mail better than the libraries do. Each set is read by ours and
 * by both of them, and ours reads all of it.
 */
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { encodeAs } from '../text/testing/encode-as.ts'
import { SHAPES, type Shape } from './corpus/shapes.ts'
import { SUBJECTS, WORD_LENGTHS } from './corpus/subjects.ts'
import { DECLARED_BYTES, DECLARED_TEXTS } from './corpus/texts.ts'
import { parseMail } from './parse-mail.ts'
import { decodePart } from './part-content.ts'
import { rawMail } from './testing/build-mail.ts'

type Person = readonly [name: string, address: string]
type Seen = {
  subject: string
  from: Person | null
  to: readonly Person[]
  date: string | null
  text: string
  html: string
  files: readonly Person[]
}
type Reader = (raw: Buffer) => Seen | Promise<Seen>

const ours: Reader = raw => {
  const mail = parseMail(raw)
  return {
    subject: mail.subject,
    from: mail.from && [mail.from.name, mail.from.address],
    to: mail.to.map(({ name, address }) => [name, address] as const),
    date: mail.date,
    text: mail.text ?? '',
    html: mail.html ?? '',
    files: mail.attachments.map(
      file => [file.filename, Buffer.from(decodePart(raw, file)).toString()] as const,
    ),
  }
}

const mailparser: Reader = async raw => {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true })
  const people = [mail.to ?? []].flat().flatMap(list => list.value.flatMap(one => one.group ?? [one]))
  const from = mail.from?.value[0]
  return {
    subject: mail.subject ?? '',
    from: from ? [from.name, from.address ?? ''] : null,
    to: people.map(({ name, address }) => [name, address ?? ''] as const),
    date: mail.date && !Number.isNaN(mail.date.getTime()) ? mail.date.toISOString() : null,
    text: mail.text ?? '',
    html: mail.html || '',
    files: mail.attachments.map(file => [file.filename ?? '', file.content.toString()] as const),
  }
}

const postalMime: Reader = async raw => {
  const mail = await PostalMime.parse(raw)
  const people = (mail.to ?? []).flatMap(one => one.group ?? [one])
  return {
    subject: mail.subject ?? '',
    from: mail.from ? [mail.from.name, mail.from.address ?? ''] : null,
    to: people.map(({ name, address }) => [name, address ?? ''] as const),
    date: mail.date ?? null,
    text: mail.text ?? '',
    html: mail.html ?? '',
    files: mail.attachments.map(file => [file.filename ?? '', textOf(file.content)] as const),
  }
}

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString()

/** Blanks and line ends at the edges are nobody's matter. */
const folded = (text: string): string => text.replace(/\s+/g, ' ').trim()

type Case = { name: string; raw: Buffer; isRight: (seen: Seen) => boolean }

const textCase = (charset: string, bytes: Buffer, text: string): Case => ({
  name: `${charset}: ${text}`,
  raw: rawMail(
    `Content-Type: text/plain; charset=${charset}`,
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64'),
  ),
  isRight: seen => folded(seen.text) === folded(text),
})

const subjectCase = (charset: string, subject: string, encoding: 'B' | 'Q', length: number): Case => {
  const chars = [...subject]
  const words = Array.from({ length: Math.ceil(chars.length / length) }, (_, place) => {
    const bytes = encodeAs(charset, chars.slice(place * length, (place + 1) * length).join(''))
    const octets = [...bytes].map(octet => `=${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('')
    return `=?${charset}?${encoding}?${encoding === 'B' ? bytes.toString('base64') : octets}?=`
  })
  return {
    name: `${charset}, ${encoding}, ${length} characters a word: ${subject}`,
    raw: rawMail(`Subject: ${words.join('\r\n ')}`, '', 'x'),
    isRight: seen => seen.subject === subject,
  }
}

const sameList = (one: readonly Person[], other: readonly Person[]): boolean =>
  JSON.stringify(one.map(pair => pair.map(folded))) === JSON.stringify(other.map(pair => pair.map(folded)))

const shapeCase = ({ name, mail, sees }: Shape): Case => ({
  name,
  raw: rawMail(...mail),
  isRight: seen =>
    (sees.subject === undefined || seen.subject === sees.subject) &&
    (sees.from === undefined || (seen.from !== null && sameList([seen.from], [sees.from]))) &&
    (sees.to === undefined || sameList(seen.to, sees.to)) &&
    (sees.date === undefined || seen.date === sees.date) &&
    (sees.text === undefined || folded(seen.text) === sees.text) &&
    (sees.html === undefined || folded(seen.html) === sees.html) &&
    (sees.files === undefined || sameList(seen.files, sees.files)),
})

const SETS: Readonly<Record<string, readonly Case[]>> = {
  'text as declared': [
    ...DECLARED_TEXTS.map(([charset, text]) => textCase(charset, encodeAs(charset, text), text)),
    ...DECLARED_BYTES.map(([charset, hex, text]) => textCase(charset, Buffer.from(hex, 'hex'), text)),
  ],
  subjects: SUBJECTS.flatMap(([charset, subject]) =>
    WORD_LENGTHS.flatMap(length => [
      subjectCase(charset, subject, 'B', length),
      subjectCase(charset, subject, 'Q', length),
    ]),
  ),
  'shapes of mail': SHAPES.map(shapeCase),
}

async function wrongOnes(read: Reader, set: readonly Case[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, raw, isRight } of set) if (!isRight(await read(raw))) wrong.push(name)
  return wrong
}

describe.each(Object.entries(SETS))('of %s', (_name, set) => {
  it('ours reads every one, and no library reads more', async () => {
    const wrong = await wrongOnes(ours, set)
    expect(wrong).toEqual([])
    for (const library of [mailparser, postalMime])
      expect((await wrongOnes(library, set)).length).toBeGreaterThanOrEqual(wrong.length)
  })
})
