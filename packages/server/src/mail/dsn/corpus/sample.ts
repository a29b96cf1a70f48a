/**
 * Mails as such systems write them, with the result that the reader must give; null for mails that are not
 * bounces. They were written for these tests.
 */
export type Expected = { recipient: string; action: 'failed' | 'delayed' | 'delivered'; status: string | null; says?: string }
export type BounceSample = { name: string; raw: Buffer; expected: Expected[] | null; id?: string | null }

export const lines = (...text: string[]): Buffer => Buffer.from(`${text.join('\r\n')}\r\n`)

/** Wraps the fields that differ in a report of RFC 3464. */
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
