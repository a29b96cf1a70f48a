import { type BounceSample, html, lines, plain } from './sample.ts'

export const texts: BounceSample[] = [
  {
    name: 'qmail',
    raw: plain(
      ['Return-Path: <>', 'From: MAILER-DAEMON@qmail.test', 'Subject: failure notice'],
      'Hi. This is the qmail-send program at qmail.test.', "I'm afraid I wasn't able to deliver your message to the following addresses.", "This is a permanent error; I've given up. Sorry it didn't work out.", '', '<bob@far.test>:', '192.0.2.1 does not like recipient.', 'Remote host said: 550 5.1.1 unknown user', 'Giving up on 192.0.2.1.', '', '<eve@far.test>:', 'Sorry, no mailbox here by that name. (#5.1.1)', '', '--- Below this line is a copy of the message.', '', 'Return-Path: <ann@here.test>', 'Message-ID: <q1@here.test>', 'From: ann@here.test', '', '<carl@far.test>:', 'quoted text',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.1', says: 'unknown user' }, { recipient: 'eve@far.test', action: 'failed', status: '5.1.1', says: 'no mailbox here' }],
    id: '<q1@here.test>',
  },
  {
    name: 'Exim: permanent',
    raw: plain(
      ['From: Mail Delivery System <Mailer-Daemon@exim.test>', 'Subject: Mail delivery failed: returning message to sender', 'X-Failed-Recipients: bob@far.test', 'Auto-Submitted: auto-replied'],
      'This message was created automatically by mail delivery software.', '', 'A message that you sent could not be delivered to one or more of its', 'recipients. This is a permanent error. The following address(es) failed:', '', '  bob@far.test', '    host mx.far.test [192.0.2.1]', '    SMTP error from remote mail server after RCPT TO:<bob@far.test>:', '    550 5.7.1 Unable to relay', '', '------ This is a copy of the message, including all the headers. ------', '', 'Message-ID: <e1@here.test>', 'To: bob@far.test',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.7.1', says: 'Unable to relay' }],
    id: '<e1@here.test>',
  },
  {
    name: 'Exim: delayed',
    raw: plain(
      ['From: Mail Delivery System <Mailer-Daemon@exim.test>', 'Subject: Warning: message 1kd delayed 24 hours', 'Auto-Submitted: auto-replied'],
      'This message was created automatically by mail delivery software.', 'A message that you sent has not yet been delivered to one or more of its', 'recipients after more than 24 hours on the queue on exim.test.', '', 'The address to which the message has not yet been delivered is:', '', '  bob@far.test', '', 'No action is required on your part. Delivery attempts will continue for', 'some time.',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'delayed', status: null }],
  },
  {
    name: 'Postfix without its report',
    raw: plain(
      ['From: MAILER-DAEMON (Mail Delivery System)', 'Sender: MAILER-DAEMON@mail.here.test', 'Subject: Undelivered Mail Returned to Sender'],
      'This is the Postfix program at host mail.here.test.', '', '<bob@far.test>: host mx.far.test[192.0.2.1] said: 554 5.7.1 Service unavailable; blocked', '    using a list (in reply to RCPT TO command)', '', '<eve@far.test>: Name service error for name=far.test type=MX: Host not found',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.7.1', says: 'Service unavailable; blocked using a list' }, { recipient: 'eve@far.test', action: 'failed', status: null, says: 'Host not found' }],
  },
  {
    name: 'Gmail, the old way',
    raw: plain(
      ['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Subject: Delivery Status Notification (Failure)', 'X-Failed-Recipients: nobody@far.test'],
      'Delivery to the following recipient failed permanently:', '', '     nobody@far.test', '', 'Technical details of permanent failure: ', 'Google tried to deliver your message, but it was rejected by the server for the recipient domain.', '', 'The error that the other server returned was:', '550 5.1.1 User does not exist', '', '----- Original message -----', '', 'Message-ID: <g1@here.test>', 'To: nobody@far.test',
    ),
    expected: [{ recipient: 'nobody@far.test', action: 'failed', status: '5.1.1' }],
    id: '<g1@here.test>',
  },
  {
    name: 'Gmail: delayed',
    raw: plain(
      ['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Subject: Delivery Status Notification (Delay)', 'X-Failed-Recipients: slow@far.test'],
      'This is an automatically generated Delivery Status Notification', '', 'THIS IS A WARNING MESSAGE ONLY.', '', 'YOU DO NOT NEED TO RESEND YOUR MESSAGE.', '', 'Delivery to the following recipient has been delayed:', '', '     slow@far.test', '', 'Message will be retried for 2 more day(s)', '', 'The error that the other server returned was: 451 4.3.0 busy',
    ),
    expected: [{ recipient: 'slow@far.test', action: 'delayed', status: '4.3.0' }],
  },
  {
    name: 'Exchange 2003, without its report',
    raw: plain(
      ['From: System Administrator <postmaster@corp.test>', 'Subject: Undeliverable: hi'],
      'Your message did not reach some or all of the intended recipients.', '', '      Subject:  hi', '      Sent:     11/15/2026 5:00 AM', '', 'The following recipient(s) could not be reached:', '', "      'bob@corp.test' on 11/15/2026 5:00 AM", '            The e-mail account does not exist at the organization this message was sent to.', '            <ex1.corp.test #5.1.1>',
    ),
    expected: [{ recipient: 'bob@corp.test', action: 'failed', status: '5.1.1', says: 'does not exist' }],
  },
  {
    name: 'Outlook in HTML only',
    raw: html(
      ['From: Microsoft Outlook <postmaster@corp.test>', 'Subject: Undeliverable: hi'],
      '<html><head><style>p { color: red }</style></head><body><p><b>Delivery has failed to these recipients or groups:</b></p><p><a href="mailto:bob@corp.test">bob@corp.test</a></p><p>Your message wasn&#39;t delivered. Remote Server returned &#39;550 5.1.10 RESOLVER.ADR.RecipientNotFound&#39;</p></body></html>',
    ),
    expected: [{ recipient: 'bob@corp.test', action: 'failed', status: '5.1.10' }],
  },
  {
    name: 'QQ in HTML only',
    raw: html(
      ['From: =?utf-8?B?UVHpgq7nrrHnrqHnkIblkZg=?= <postmaster@qq.com>', 'Subject: =?utf-8?B?5p2l6IeqcXEuY29t55qE6YCA5L+h?='],
      '<div>尊敬的用户：</div><div>您发送的邮件无法送达。</div><div>收件人邮件地址（12345@qq.com）不存在，邮件无法送达。</div><div>退信原因：</div><div>550 Mailbox not found</div>',
    ),
    expected: [{ recipient: '12345@qq.com', action: 'failed', status: '5.0.0', says: 'Mailbox not found' }],
  },
  {
    name: 'QQ: to another system',
    raw: plain(
      ['From: "PostMaster" <PostMaster@qq.com>', 'Subject: =?utf-8?B?5p2l6IeqcXEuY29t55qE6YCA5L+h?='],
      '很抱歉，您的邮件无法发送到 li@far.test', '', '出错原因：', 'host mx.far.test[192.0.2.7] said: 554 5.7.1 rejected by policy', '', '您退信的邮件内容如下：', '收件人 other@far.test',
    ),
    expected: [{ recipient: 'li@far.test', action: 'failed', status: '5.7.1', says: 'rejected by policy' }],
  },
  {
    name: 'Tencent Exmail',
    raw: plain(
      ['From: postmaster@exmail.test', 'Subject: =?utf-8?B?6YCA5L+h77ya5L2g5aW9?='],
      '腾讯企业邮箱退信', '发往 wu@corp.test 的邮件被退回', '详细信息：550 5.2.2 Mailbox is full',
    ),
    expected: [{ recipient: 'wu@corp.test', action: 'failed', status: '5.2.2', says: 'Mailbox is full' }],
  },
  {
    name: '163 in HTML',
    raw: html(
      ['From: Postmaster@163.com', 'Subject: =?utf-8?B?57O757uf6YCA5L+h?='],
      '<table><tr><td>抱歉，您的邮件被退回来了……</td></tr><tr><td>原邮件信息：</td></tr><tr><td>时 间：2026-11-15 13:00:00</td></tr><tr><td>主 题：hi</td></tr><tr><td>收件人：zhao@sina.test</td></tr><tr><td>退信原因：收件人不存在</td></tr><tr><td>英文说明：SMTP error, RCPT TO: Host sina.test said 550 5.1.1 no such user</td></tr></table>',
    ),
    expected: [{ recipient: 'zhao@sina.test', action: 'failed', status: '5.1.1' }],
  },
  {
    name: 'Coremail of a company',
    raw: plain(
      ['Return-Path: <>', 'From: MAILER-DAEMON@coremail.test', 'Subject: =?utf-8?B?6YKu5Lu25oqV6YCS5aSx6LSl?='],
      '您的邮件未能投递成功。', '', '收件人地址: qian@far.test', '失败原因: 552 5.3.4 Message size exceeds limit',
    ),
    expected: [{ recipient: 'qian@far.test', action: 'failed', status: '5.3.4', says: 'size exceeds' }],
  },
  {
    name: 'Sendmail without its report',
    raw: plain(
      ['From: Mail Delivery Subsystem <MAILER-DAEMON@send.test>', 'Subject: Returned mail: User unknown'],
      'The original message was received at Sun, 15 Nov 2026', '', '   ----- The following addresses had permanent fatal errors -----', '<bob@far.test>', '    (reason: 550 5.1.1 User unknown)', '', '   ----- Transcript of session follows -----', '... while talking to mx.far.test.:', '>>> RCPT To:<bob@far.test>', '<<< 550 5.1.1 User unknown',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.1', says: 'User unknown' }],
  },
  {
    name: 'a system of no known make',
    raw: plain(
      ['Return-Path: <>', 'From: Mail Router <postoffice@router.test>', 'Subject: Delivery failure (bob@far.test)'],
      'Your message could not be delivered.', '', 'Failed address: bob@far.test', 'Reason: 550 Requested action not taken',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.0.0', says: 'Requested action not taken' }],
  },
  {
    name: 'only a header says who',
    raw: plain(
      ['From: Mailer-Daemon@exim.test', 'Subject: Mail delivery failed', 'X-Failed-Recipients: a@far.test, b@far.test'],
      'This message was created automatically by mail delivery software.', '', 'Message rejected: 550 5.7.26 unauthenticated',
    ),
    expected: [{ recipient: 'a@far.test', action: 'failed', status: '5.7.26' }, { recipient: 'b@far.test', action: 'failed', status: '5.7.26' }],
  },
  {
    name: 'qmail, with the mail attached',
    raw: lines(
      'From: MAILER-DAEMON@qmail.test', 'Subject: failure notice', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'Hi. This is the qmail-send program at qmail.test.', '', '<bob@far.test>:', 'Connected to 192.0.2.1 but greylisting failed: 450 4.7.1 try later; I give up.', '--b', 'Content-Type: message/rfc822', '', 'Message-ID: <q2@here.test>', '', 'x', '--b--',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '4.7.1' }],
    id: '<q2@here.test>',
  },
  {
    name: 'Zoho',
    raw: html(['From: mailer-daemon@mail.zoho.test', 'Subject: Undelivered Mail Returned to Sender'], '<div>This message was created automatically by mail delivery software.</div><div>A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.</div><div><br></div><div>bob@far.test, ERROR CODE :550 - 5.1.1 user unknown</div>'),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.1', says: 'user unknown' }],
  },
  {
    name: 'Domino',
    raw: plain(['From: Postmaster@corp.test', 'Subject: DELIVERY FAILURE: User bob (bob@corp.test) not listed in Domino Directory'], 'Your message', '', '  Subject: hi', '', 'was not delivered to:', '', '  bob@corp.test', '', 'because:', '', '  User bob (bob@corp.test) not listed in Domino Directory'),
    expected: [{ recipient: 'bob@corp.test', action: 'failed', status: null, says: 'not listed' }],
  },
  {
    name: 'iCloud',
    raw: plain(['From: MAILER-DAEMON@icloud.test', 'Subject: Undeliverable mail'], 'Your message cannot be delivered to the following recipients:', '', '  Recipient address: bob@icloud.test', '  Reason: Remote SMTP server has rejected address', '  Diagnostic code: smtp;550 5.1.1 unknown'),
    expected: [{ recipient: 'bob@icloud.test', action: 'failed', status: '5.1.1', says: 'rejected address' }],
  },
  {
    name: 'Outlook in Chinese, in HTML only',
    raw: html(['From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@corp.test>', 'Subject: =?utf-8?B?5peg5rOV6YCB6L6+?='], "<table><tr><td>你的邮件无法送达 bob@corp.test</td></tr><tr><td>在 corp.test 找不到 bob。</td></tr></table><p>bob@corp.test<br>Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'</p>"),
    expected: [{ recipient: 'bob@corp.test', action: 'failed', status: '5.1.10', says: 'RecipientNotFound' }],
  },
]
