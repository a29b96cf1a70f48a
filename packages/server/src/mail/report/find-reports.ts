/** Finds the reports about our domains in a mail: plain or packed, whatever their names and types say. */
import { parseMail } from '../mime/parse-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { readDmarc } from './read-dmarc.ts'
import { readTlsReport } from './read-tls-report.ts'
import type { DomainReport } from './report.ts'
import { type Budget, unpack } from './unpack.ts'

/** Larger ones are left to people. */
export const maxReportMail = 10 * 1024 * 1024
const maxUnpacked = 8 * 1024 * 1024
const maxAttachments = 20

/** Decodes by the mark at the beginning, or by what XML says of itself. */
function decodeText(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  // Without a mark, but every other octet of the first tag is zero.
  if (file[0] === 0x3c && file[1] === 0) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0 && file[1] === 0x3c) return new TextDecoder('utf-16be').decode(file)
  const label = /^[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    file.toString('latin1', 0, 200),
  )?.[1]
  try {
    return new TextDecoder(/^utf-?16/i.test(label ?? '') ? 'utf-8' : (label ?? 'utf-8')).decode(file)
  } catch {
    return new TextDecoder().decode(file)
  }
}

function readReport(file: Buffer): DomainReport | null {
  const text = decodeText(file).trimStart()
  if (text.startsWith('<')) return readDmarc(text)
  return text.startsWith('{') ? readTlsReport(text) : null
}

export async function findReports(raw: Buffer): Promise<DomainReport[]> {
  if (raw.length > maxReportMail) return []
  const mail = parseMail(raw)
  const budget: Budget = { bytes: maxUnpacked }
  const reports: DomainReport[] = []
  const bodies = mail.text === null ? [] : [Buffer.from(mail.text)]
  const files = mail.attachments.slice(0, maxAttachments).map(part => Buffer.from(decodePart(raw, part)))
  for (const file of [...files, ...bodies])
    for (const one of await unpack(file, budget)) {
      const report = one.length > maxUnpacked ? null : readReport(one)
      if (report) reports.push(report)
    }
  return reports
}
