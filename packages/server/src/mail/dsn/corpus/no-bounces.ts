import { type BounceSample, html, lines, plain, report } from './sample.ts'

const none = (name: string, raw: Buffer): BounceSample => ({ name, raw, expected: null })

export const noBounces: BounceSample[] = [
  none('a letter', plain(['From: bob@far.test', 'Subject: hi'], 'How are you?')),
  none('a letter about a bounce, quoting it', plain(['From: bob@far.test', 'Subject: Re: Undelivered Mail Returned to Sender'], 'Look what I got:', '', '> This is the mail system at host mail.far.test.', '> <ann@here.test>: host mx.here.test said: 550 5.1.1 User unknown')),
  none('an out-of-office reply (RFC 3834)', plain(['From: bob@far.test', 'Subject: Automatic reply: hi', 'Auto-Submitted: auto-replied'], 'I am away until Monday. For urgent matters write to eve@far.test.')),
  none('a vacation reply with a null return path', plain(['Return-Path: <>', 'From: bob@far.test', 'Subject: Out of office', 'Auto-Submitted: auto-replied (vacation)'], 'Your message could not be read, I am away. To: eve@far.test')),
  none('a Chinese auto-reply with a null return path', plain(['Return-Path: <>', 'From: wang@qq.test', 'Subject: =?utf-8?B?6Ieq5Yqo5Zue5aSN?='], '您好，来信收到，我会尽快回复。紧急请发邮件至 li@qq.test')),
  none('an auto-reply from postmaster itself', plain(['From: postmaster@far.test', 'Subject: Your request [#123]'], 'Thank you for writing to postmaster@far.test. A ticket was opened. bob@far.test will answer.')),
  none('a newsletter on deliverability', html(['From: News <news@letters.test>', 'Subject: Why mail bounces: 550 5.1.1 explained', 'List-Unsubscribe: <https://letters.test/u>'], '<p>Mail delivery failed: returning message to sender</p><p>&lt;bob@far.test&gt;: 550 5.1.1 User unknown</p>')),
  none('a newsletter from a bounce-handling sender', html(['From: Shop <bounces+77@shop.test>', 'Subject: Sale', 'List-Id: <sale.shop.test>'], '<p>Undelivered Mail Returned to Sender? Not with us. To: &lt;bob@far.test&gt;</p>')),
  none('a read receipt (RFC 8098)', lines('From: bob@far.test', 'Subject: Read: hi', 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b', '', '--b', '', 'Your message was read.', '--b', 'Content-Type: message/disposition-notification', '', 'Final-Recipient: rfc822; bob@far.test', 'Disposition: manual-action/MDN-sent-manually; displayed', '--b--')),
  none('a complaint (RFC 5965)', lines('From: postmaster@isp.test', 'Subject: complaint about message', 'Content-Type: multipart/report; report-type=feedback-report; boundary=b', '', '--b', '', 'This is an email abuse report. Undeliverable. To: <bob@far.test>', '--b', 'Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', 'Original-Rcpt-To: bob@far.test', '--b--')),
  none('a TLS report (RFC 8460)', lines('From: postmaster@isp.test', 'Subject: Report Domain: here.test Submitter: isp.test', 'Content-Type: multipart/report; report-type="tlsrpt"; boundary=b', '', '--b', '', 'This is an aggregate TLS report from isp.test', '--b', 'Content-Type: application/tlsrpt+gzip', '', 'x', '--b--')),
  none('a DMARC report', lines('From: noreply-dmarc@isp.test', 'Subject: Report domain: here.test', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Attached.', '--b', 'Content-Type: application/zip; name="r.zip"', '', 'x', '--b--')),
  none('a bounce that somebody forwarded', lines('From: bob@far.test', 'Subject: Fwd: Undelivered Mail', 'Content-Type: multipart/mixed; boundary=o', '', '--o', '', 'Do you know why?', '--o', 'Content-Type: message/rfc822', '', report(['From: MAILER-DAEMON@far.test', 'Subject: x'], ['x'], ['Reporting-MTA: dns; x', '', 'Final-Recipient: rfc822; ann@here.test', 'Action: failed', 'Status: 5.1.1']).toString(), '--o--')),
  none('a delivery-status file that a person attached', lines('From: bob@far.test', 'Subject: log', 'Content-Type: multipart/mixed; boundary=o', '', '--o', '', 'See file.', '--o', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x', '', 'Final-Recipient: rfc822; ann@here.test', 'Action: failed', 'Status: 5.1.1', '--o--')),
  none('a report about nobody', report(['From: MAILER-DAEMON@far.test', 'Subject: hello'], ['Nothing to say.'], ['Reporting-MTA: dns; far.test'])),
  none('a welcome from postmaster', html(['From: =?utf-8?B?6YKu566x?= <postmaster@163.test>', 'Subject: =?utf-8?B?5qyi6L+O?='], '<p>欢迎使用邮箱。您的地址是 wang@163.test，收件人可以随时写信给您。</p>')),
  none('a quota notice from a mail system', plain(['From: Mail System <mailer-daemon@far.test>', 'Subject: Quota notice'], 'The mailbox ann@here.test is 90% full.')),
  none('a ticket system that answers with the letter', plain(['From: support@shop.test', 'Subject: [Ticket 5.1.1] Delivery failure of parcel 550', 'Auto-Submitted: auto-generated'], 'Recipient: bob@far.test', 'Your parcel could not be delivered. 550 Main Street.')),
]
