/** Reports in the shapes in which large receivers write them, rebuilt from their descriptions with invented data. */
import { deflateRawSync, gzipSync } from 'node:zlib'

export type SampleRecord = {
  ip: string
  count?: number | string
  disposition?: string
  dkim?: string
  spf?: string
  reason?: string
  auth?: string
}

const begin = (at: number) => Math.floor(at / 86_400_000) * 86_400

const recordXml = ({
  ip,
  count = 1,
  disposition = 'none',
  dkim = 'pass',
  spf = 'pass',
  reason,
  auth,
}: SampleRecord) =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf>${
    reason ? `<reason><type>${reason}</type><comment>x</comment></reason>` : ''
  }</policy_evaluated></row><identifiers><header_from>ours.test</header_from></identifiers><auth_results>${
    auth ?? '<spf><domain>ours.test</domain><result>pass</result></spf>'
  }</auth_results></record>`

export type SampleReport = {
  domain?: string
  id?: string
  at: number
  org?: string
  records: readonly SampleRecord[]
}

const body = ({ domain = 'ours.test', id = '1', at, org = 'google.com', records }: SampleReport) =>
  `<report_metadata><org_name>${org}</org_name><email>noreply@${org}</email><extra_contact_info>https://${org}/help?a=1&amp;b=2</extra_contact_info><report_id>${id}</report_id><date_range><begin>${begin(at)}</begin><end>${begin(at) + 86_399}</end></date_range></report_metadata>\n` +
  `<policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p><sp>none</sp><pct>100</pct></policy_published>\n${records
    .map(recordXml)
    .join('\n')}`

/** Google: no namespace, in a zip. */
export const googleXml = (report: SampleReport): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<feedback>\n  <version>1.0</version>${body(report)}</feedback>\n`

/** Microsoft: types of XML Schema as attributes, in gzip. */
export const microsoftXml = (report: SampleReport): string =>
  `<?xml version="1.0"?>\r\n<feedback xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\r\n<version>1.0</version>${body(
    { ...report, org: 'Outlook.com' },
  )}</feedback>`

/** Yahoo: a default namespace, and a comment with what is no tag. */
export const yahooXml = (report: SampleReport): string =>
  `<?xml version="1.0"?>\n<!-- rows < 10 > 5 -->\n<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">${body({
    ...report,
    org: 'Yahoo',
  })}</feedback>\n`

/** Mail.ru: a prefix for every name, and CDATA. */
export const mailRuXml = (report: SampleReport): string =>
  `<?xml version='1.0' encoding='utf-8'?>\n<ns0:feedback xmlns:ns0="http://dmarc.org/dmarc-xml/0.1">${body({
    ...report,
    org: '<![CDATA[Mail.Ru]]>',
  })
    .replace(/<(\/?)(\w+)>/g, '<$1ns0:$2>')
    .replace(/<ns0:version\/>/g, '')}</ns0:feedback>`

/** NetEase: GBK, and a long line. */
export const neteaseXml = (report: SampleReport): string =>
  `<?xml version="1.0" encoding="GBK"?><feedback>${body({ ...report, org: '163.com' })}</feedback>`

export const tlsReport = (report: {
  domain?: string
  id?: string
  at: number
  org?: string
  good?: number | string
  failures?: readonly { type: string; count: number | string; host?: string }[]
  mxHost?: unknown
}): string => {
  const { domain = 'ours.test', id = 't1', at, org = 'Google Inc.', good = 10, failures = [] } = report
  const on = new Date(begin(at) * 1000).toISOString().slice(0, 10)
  return JSON.stringify({
    'organization-name': org,
    'date-range': { 'start-datetime': `${on}T00:00:00Z`, 'end-datetime': `${on}T23:59:59Z` },
    'contact-info': 'smtp-tls-reporting@google.com',
    'report-id': id,
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1', 'mode: enforce', 'mx: mx.ours.test', 'max_age: 604800'],
          'policy-domain': domain,
          'mx-host': report.mxHost ?? ['mx.ours.test'],
        },
        summary: {
          'total-successful-session-count': good,
          'total-failure-session-count': failures.reduce((sum, { count }) => sum + Number(count), 0),
        },
        'failure-details': failures.map(({ type, count, host = 'mx.ours.test' }) => ({
          'result-type': type,
          'sending-mta-ip': '198.51.100.7',
          'receiving-mx-hostname': host,
          'failed-session-count': count,
        })),
      },
    ],
  })
}

/** Writes a zip file of one or more entries; checksums are left out, because nobody here reads them. */
export function zip(files: readonly (readonly [string, Buffer])[], method: 0 | 8 = 8): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, content] of files) {
    const packed = method === 8 ? deflateRawSync(content) : content
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), packed)
    central.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, list, end])
}

export type SampleFile = { type: string; name: string; content: Buffer }

/** A mail with these files, as bytes with the line ends of SMTP. */
export function reportMail(
  files: readonly SampleFile[],
  more: { from?: string; to?: string; subject?: string } = {},
): Buffer {
  const { from = 'noreply-dmarc-support@google.com', to = 'postmaster@ours.test' } = more
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${more.subject ?? 'Report domain: ours.test Submitter: google.com Report-ID: 1'}`,
    'Date: Mon, 02 Mar 2026 10:00:00 +0800',
    `Message-ID: <${crypto.randomUUID()}@google.com>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an aggregate report.',
    ...files.flatMap(({ type, name, content }) => [
      '--b',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      ...(content.toString('base64').match(/.{1,76}/g) ?? []),
    ]),
    '--b--',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

export const gz = (text: string | Buffer): Buffer => gzipSync(text)
