/** Mails as such systems write them, with what is to be read out of them; null for those that are no bounces. Written for these tests. */
export type Expected = { recipient: string; action: 'failed' | 'delayed' | 'delivered'; status: string | null; says?: string }
export type BounceSample = { name: string; raw: Buffer; expected: Expected[] | null; id?: string | null }

export const lines = (...text: string[]): Buffer => Buffer.from(`${text.join('\r\n')}\r\n`)

/** A report of RFC 3464 around the fields that differ. */
export function report(
  headers: string[],
  human: string[],
  status: string[],
  original: string[] = ['From: ann@here.test', 'Message-ID: <m1@here.test>', 'Subject: hi'],
  originalType = 'message/rfc822',
): Buffer {
  return lines(
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...human,
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '',
    '--b1',
    `Content-Type: ${originalType}`,
    '',
    ...original,
    '',
    'body',
    '--b1--',
  )
}

export const plain = (headers: string[], ...body: string[]): Buffer =>
  lines(...headers, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', '', ...body)

export const html = (headers: string[], ...body: string[]): Buffer =>
  lines(...headers, 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8', '', ...body)
