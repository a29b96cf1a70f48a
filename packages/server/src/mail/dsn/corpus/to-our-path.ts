import { html, lines, plain } from './sample.ts'

/** Mail from nobody to a return path of ours. Each is a bounce, though nothing else marks it as one. */
export const surely: readonly (readonly [name: string, raw: Buffer, says: string])[] = [
  ['a person who seems to write', plain(['From: Bob <bob@far.test>', 'Subject: hi'], 'There is nobody of that name here.'), 'nobody of that name'],
  ['a tongue that is not known', plain(['From: sistem@far.test', 'Subject: Bilgi'], 'Alıcı bulunamadı.'), 'Alıcı'],
  ['a reply of SMTP and nothing else', plain(['From: robot@far.test', 'Subject: error'], '550 5.1.1 User unknown'), 'User unknown'],
  ['an answer that tells of a failure', plain(['From: robot@far.test', 'Subject: Re: hi', 'Auto-Submitted: auto-replied'], 'Your message could not be delivered: mailbox full'), 'mailbox full'],
  ['an empty mail', lines('From: MAILER-DAEMON@far.test', 'Subject: Mail failure', '', ''), 'Mail failure'],
  ['a page without a subject', html(['From: gateway@far.test'], '<p>Zpráva nedoručena</p>'), 'nedoručena'],
  ['a returned mail without a word', lines('From: gate@far.test', 'Subject: x', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: message/rfc822', '', 'Message-ID: <m@here.test>', 'To: bob@far.test', '', 'thank you for your message', '--b--'), 'x'],
]

/** Mail from nobody to a return path of ours that says of itself that it is something else. */
export const surelyNot: readonly (readonly [name: string, raw: Buffer])[] = [
  ['a holiday', plain(['From: bob@far.test', 'Subject: On holiday', 'Auto-Submitted: auto-replied'], 'Back on Monday.')],
  ['an out-of-office reply without marks', plain(['From: bob@far.test', 'Subject: Re: hi'], 'I am out of the office until Monday.')],
  ['one in German', plain(['From: bob@far.test', 'Subject: Abwesenheitsnotiz'], 'Ich bin bis Montag nicht im Büro.')],
  ['one in French', plain(['From: bob@far.test', 'Subject: Réponse automatique : hi'], 'Je suis en congés, votre message ne sera pas lu.')],
  ['one in Spanish', plain(['From: bob@far.test', 'Subject: Respuesta automática: hi'], 'Estoy de vacaciones.')],
  ['one in Chinese', plain(['From: wang@far.test', 'Subject: =?utf-8?B?6Ieq5Yqo5Zue5aSN77yaaGk=?='], '您好，我正在休假，无法及时回复。')],
  ['one in Japanese', plain(['From: sato@far.test', 'Subject: =?utf-8?B?6Ieq5YuV6L+U5L+hOiBoaQ==?='], '休暇をいただいております。')],
  ['one in Russian', plain(['From: ivan@far.test', 'Subject: =?utf-8?B?0JDQstGC0L7QvtGC0LLQtdGC?='], 'Я в отпуске.')],
  ['one that speaks of a bounce', plain(['From: bob@far.test', 'Subject: Out of office'], 'Mail to my old address could not be delivered, I am on leave.')],
  ['a ticket', plain(['From: help@far.test', 'Subject: [Ticket 5510] hi', 'Auto-Submitted: auto-generated'], 'Thank you for your message. Your ticket is 5510.')],
  ['a read receipt', lines('From: bob@far.test', 'Subject: Read: hi', 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b', '', '--b', '', 'Your message was displayed.', '--b', 'Content-Type: message/disposition-notification', '', 'Final-Recipient: rfc822; bob@far.test', 'Disposition: manual-action/MDN-sent-manually; displayed', '--b--')],
  ['a read receipt in words', plain(['From: bob@far.test', 'Subject: =?utf-8?B?5bey6K+777yaaGk=?='], '您的邮件已读。')],
  ['a success in words', plain(['From: postmaster@far.test', 'Subject: Successful Mail Delivery Report'], 'Your message was successfully delivered to bob@far.test')],
  ['a complaint', lines('From: fbl@isp.test', 'Subject: complaint', 'Content-Type: multipart/report; report-type=feedback-report; boundary=b', '', '--b', '', 'Undeliverable? No: abuse. 550 5.1.1', '--b', 'Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', '--b--')],
  ['a complaint without its type', lines('From: fbl@isp.test', 'Subject: complaint', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'abuse', '--b', 'Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', '--b--')],
  ['a delay that names nobody', plain(['From: gate@far.test', 'Subject: Zustellung verzögert'], 'Ihre Nachricht wurde noch nicht zugestellt.')],
  ['a delay in French', plain(['From: gate@far.test', 'Subject: Message différé'], "Le message n'a pas encore été remis à bob@far.test, de nouvelles tentatives suivront.")],
  ['a delay in Chinese', plain(['From: gate@far.test', 'Subject: =?utf-8?B?5oqV6YCS6YCa55+l?='], '您的邮件尚未送达 bob@far.test，系统将会再次尝试。')],
  ['a delay in Japanese', plain(['From: gate@far.test', 'Subject: =?utf-8?B?6YWN5L+h54q25rOB?='], 'メールはまだ配信されていません。引き続き再試行します。')],
  ['a delay in Spanish', plain(['From: gate@far.test', 'Subject: Aviso'], 'El mensaje todavía no se ha entregado; se seguirá intentando.')],
]
