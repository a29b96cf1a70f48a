import { type BounceSample, lines, report } from './sample.ts'

export const reports: BounceSample[] = [
  {
    name: 'Postfix: user unknown',
    raw: report(
      ['Return-Path: <>', 'From: MAILER-DAEMON@mail.here.test (Mail Delivery System)', 'Subject: Undelivered Mail Returned to Sender', 'To: ann@here.test', 'Auto-Submitted: auto-replied'],
      ['This is the mail system at host mail.here.test.', '', "I'm sorry to have to inform you that your message could not be delivered.", '', '<bob@far.test>: host mx.far.test[192.0.2.1] said: 550 5.1.1 <bob@far.test>: Recipient', '    address rejected: User unknown (in reply to RCPT TO command)'],
      ['Reporting-MTA: dns; mail.here.test', 'X-Postfix-Queue-ID: 4F1C2', 'Arrival-Date: Sun, 15 Nov 2026 05:00:00 +0000', '', 'Final-Recipient: rfc822; bob@far.test', 'Original-Recipient: rfc822;bobby@far.test', 'Action: failed', 'Status: 5.1.1', 'Remote-MTA: dns; mx.far.test', 'Diagnostic-Code: smtp; 550 5.1.1 <bob@far.test>: Recipient address rejected:', '    User unknown'],
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.1', says: 'Recipient address rejected: User unknown' }],
    id: '<m1@here.test>',
  },
  {
    name: 'Postfix: delayed',
    raw: report(
      ['From: MAILER-DAEMON@mail.here.test', 'Subject: Delayed Mail (still being retried)', 'To: ann@here.test'],
      ['This is the mail system at host mail.here.test.', '', '# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #'],
      ['Reporting-MTA: dns; mail.here.test', '', 'Final-Recipient: rfc822; bob@far.test', 'Action: delayed', 'Status: 4.4.1', 'Diagnostic-Code: X-Postfix; connect to mx.far.test[192.0.2.1]:25: Connection', '    timed out', 'Will-Retry-Until: Fri, 20 Nov 2026 05:00:00 +0000'],
      ['Message-ID: <m2@here.test>'],
      'text/rfc822-headers',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'delayed', status: '4.4.1', says: 'Connection timed out' }],
    id: '<m2@here.test>',
  },
  {
    name: 'Postfix: two recipients, one delivered',
    raw: report(
      ['From: MAILER-DAEMON@mail.here.test', 'Subject: Mail Delivery Status Report'],
      ['Your mail delivery report is below.'],
      ['Reporting-MTA: dns; mail.here.test', '', 'Final-Recipient: rfc822; a@far.test', 'Action: relayed', 'Status: 2.1.5', '', 'Final-Recipient: rfc822; b@far.test', 'Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp; 552 5.2.2 Mailbox full'],
    ),
    expected: [{ recipient: 'a@far.test', action: 'delivered', status: '2.1.5' }, { recipient: 'b@far.test', action: 'failed', status: '5.2.2', says: 'Mailbox full' }],
  },
  {
    name: 'Gmail: address not found',
    raw: report(
      ['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Subject: Delivery Status Notification (Failure)', 'X-Failed-Recipients: nobody@gmail.com', 'Auto-Submitted: auto-replied'],
      ['', '** Address not found **', '', "Your message wasn't delivered to nobody@gmail.com because the address couldn't be found, or is unable to receive mail.", '', 'The response from the remote server was:', "550 5.1.1 The email account that you tried to reach does not exist."],
      ['Reporting-MTA: dns; googlemail.com', 'Arrival-Date: Sun, 15 Nov 2026 00:00:00 -0800 (PST)', '', 'Final-Recipient: rfc822; nobody@gmail.com', 'Action: failed', 'Status: 5.1.1', 'Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.2, the server for the domain gmail.com.)', 'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try', ' 550-5.1.1 double-checking the recipient\'s email address for typos', 'Last-Attempt-Date: Sun, 15 Nov 2026 00:00:01 -0800 (PST)'],
    ),
    expected: [{ recipient: 'nobody@gmail.com', action: 'failed', status: '5.1.1', says: 'does not exist' }],
    id: '<m1@here.test>',
  },
  {
    name: 'Exchange Online: with a vague status and better words',
    raw: report(
      ['From: postmaster@outlook.com', 'Subject: Undeliverable: hi'],
      ["Delivery has failed to these recipients or groups:", '', 'bob@outlook.com (bob@outlook.com)', "The email address you entered couldn't be found."],
      ['Reporting-MTA: dns;AM0PR01.eurprd01.prod.exchangelabs.com', 'Received-From-MTA: dns;mail.here.test', '', 'Final-Recipient: rfc822;bob@outlook.com', 'Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp;550 5.5.0 Requested action not taken: mailbox unavailable'],
    ),
    expected: [{ recipient: 'bob@outlook.com', action: 'failed', status: '5.5.0', says: 'mailbox unavailable' }],
  },
  {
    name: 'Exchange on premises: Chinese words',
    raw: report(
      ['From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@corp.test>', 'Subject: =?utf-8?B?5pyq6IO96YCB6L6+?='],
      ['传递到以下收件人或组时失败:', '', '张三 (zhang@corp.test)'],
      ['Reporting-MTA: dns;ex1.corp.test', '', 'Final-recipient: RFC822; zhang@corp.test', 'Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp;554 5.2.2 mailbox full', 'X-Display-Name: =?utf-8?B?5byg5LiJ?='],
    ),
    expected: [{ recipient: 'zhang@corp.test', action: 'failed', status: '5.2.2', says: 'mailbox full' }],
  },
  {
    name: 'Exim with a report',
    raw: report(
      ['From: Mail Delivery System <Mailer-Daemon@exim.test>', 'Subject: Mail delivery failed: returning message to sender', 'X-Failed-Recipients: bob@far.test'],
      ['This message was created automatically by mail delivery software.'],
      ['Reporting-MTA: dns; exim.test', '', 'Action: failed', 'Final-Recipient: rfc822;bob@far.test', 'Status: 5.0.0', 'Remote-MTA: dns; mx.far.test', 'Diagnostic-Code: smtp; 550 no such mailbox here'],
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.0.0', says: 'no such mailbox here' }],
  },
  {
    name: 'Sendmail',
    raw: report(
      ['From: Mail Delivery Subsystem <MAILER-DAEMON@send.test>', 'Subject: Returned mail: see transcript for details'],
      ['The original message was received at Sun, 15 Nov 2026 05:00:00 GMT', '', '   ----- The following addresses had permanent fatal errors -----', '<bob@far.test>', '    (reason: 553 5.3.0 <bob@far.test>... Spam blocked)'],
      ['Reporting-MTA: dns; send.test', 'Received-From-MTA: DNS; here.test', 'Arrival-Date: Sun, 15 Nov 2026 05:00:00 GMT', '', 'Final-Recipient: RFC822; bob@far.test', 'Action: failed', 'Status: 5.3.0', 'Diagnostic-Code: SMTP; 553 5.3.0 <bob@far.test>... Spam blocked', 'Last-Attempt-Date: Sun, 15 Nov 2026 05:00:01 GMT'],
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.3.0', says: 'Spam blocked' }],
  },
  {
    name: 'QQ with a report',
    raw: report(
      ['From: "PostMaster" <PostMaster@qq.com>', 'Subject: =?utf-8?B?5p2l6IeqcXEuY29t55qE6YCA5L+h?='],
      ['收件人邮件地址（12345@qq.com）不存在，邮件无法送达。'],
      ['Reporting-MTA: dns; qq.com', '', 'Final-Recipient: rfc822; 12345@qq.com', 'Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 Mailbox not found. http://service.mail.qq.com/'],
    ),
    expected: [{ recipient: '12345@qq.com', action: 'failed', status: '5.1.1', says: 'Mailbox not found' }],
  },
  {
    name: '163 with a report whose part is in base64',
    raw: lines(
      'From: Postmaster@163.com', 'Subject: =?utf-8?B?57O757uf6YCA5L+h?=', 'MIME-Version: 1.0',
      'Content-Type: multipart/report; boundary=b2; report-type="delivery-status"', '', '--b2', 'Content-Type: text/html; charset=utf-8', '', '<p>抱歉，您的邮件被退回来了</p>',
      '--b2', 'Content-Type: message/delivery-status', 'Content-Transfer-Encoding: base64', '',
      Buffer.from('Reporting-MTA: dns; 163.com\r\n\r\nFinal-Recipient: RFC822; wang@163.com\r\nAction: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 550 User not found: wang@163.com\r\n').toString('base64'),
      '--b2--',
    ),
    expected: [{ recipient: 'wang@163.com', action: 'failed', status: '5.0.0', says: 'User not found' }],
    id: null,
  },
  {
    name: 'an address outside ASCII (RFC 6533)',
    raw: report(
      ['From: mailer-daemon@far.test', 'Subject: failure'],
      ['Sorry.'],
      ['Reporting-MTA: dns; far.test', '', 'Final-Recipient: utf-8; \\x{7528}\\x{6237}@far.test', 'Action: failed', 'Status: 5.6.7'],
    ),
    expected: [{ recipient: '用户@far.test', action: 'failed', status: '5.6.7' }],
  },
  {
    name: 'a report without type, in a multipart/mixed, from a daemon',
    raw: lines('From: MAILER-DAEMON@old.test', 'Subject: failed', 'Content-Type: multipart/mixed; boundary=b3', '', '--b3', '', 'see below', '--b3', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; old.test', '', 'Final-Recipient: rfc822; <bob@far.test>', 'Action: Failed (no such user)', 'Status: 5.1.1 (bad destination)', '--b3--'),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.1' }],
  },
  {
    name: 'a report with line feeds only and no Action',
    raw: Buffer.from(report(['From: mailer-daemon@far.test', 'Subject: x'], ['x'], ['Reporting-MTA: dns; x', '', 'Final-Recipient: rfc822;bob@far.test', 'Status: 4.2.2']).toString().replaceAll('\r\n', '\n')),
    expected: [{ recipient: 'bob@far.test', action: 'delayed', status: '4.2.2' }],
  },
]
