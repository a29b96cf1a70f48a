import { type BounceSample, html, lines, plain } from './sample.ts'

/** Bounces of no known make, in the languages that mail systems write, all from a mail system. */
const failed = (name: string, raw: Buffer, says: string, recipient = 'bob@far.test', status: string | null = null): BounceSample => ({
  name,
  raw,
  expected: [{ recipient, action: 'failed', status, says }],
})

const from = ['Return-Path: <>', 'From: MAILER-DAEMON@gate.test', 'To: ann@here.test']

export const tongues: BounceSample[] = [
  failed('German', plain([...from, 'Subject: Unzustellbar: Rechnung'], 'Ihre Nachricht konnte nicht zugestellt werden an:', '', 'bob@far.test', '', 'Grund: Der Empfänger ist unbekannt.'), 'unbekannt'),
  failed('French', plain([...from, 'Subject: Échec de la remise'], "Votre message n'a pas pu être remis au destinataire suivant :", '', '  bob@far.test', '', "L'adresse n'existe pas."), "n'existe pas"),
  failed('Spanish', plain([...from, 'Subject: Correo devuelto'], 'El mensaje no se ha podido entregar a bob@far.test', '', 'El buzón no existe.'), 'no existe'),
  failed('Portuguese', plain([...from, 'Subject: Falha na entrega'], 'Sua mensagem não foi entregue para o destinatário bob@far.test', '', 'Motivo: usuário desconhecido'), 'desconhecido'),
  failed('Italian', plain([...from, 'Subject: Mancata consegna'], 'Non è stato possibile consegnare il messaggio al destinatario bob@far.test', '', 'Casella inesistente'), 'inesistente'),
  failed('Russian', plain([...from, 'Subject: =?utf-8?B?0J3QtdC00L7RgdGC0LDQstC70LXQvdC90L7QtSDRgdC+0L7QsdGJ0LXQvdC40LU=?='], 'Ваше письмо не было доставлено следующему получателю:', '', 'bob@far.test', '', 'Пользователь не найден'), 'не найден'),
  failed('Japanese', plain([...from, 'Subject: =?utf-8?B?6YWN5L+h44Ko44Op44O8?='], '次の宛先へのメールは配信できませんでした。', '', 'bob@far.test', '', 'ユーザーが存在しません。'), '存在しません'),
  failed('Korean', plain([...from, 'Subject: =?utf-8?B?67CY7IahIOuplOydvA==?='], '다음 수신자에게 메일이 전달되지 못했습니다.', '', 'bob@far.test', '', '존재하지 않는 사용자입니다. 사용자를 찾을 수 없습니다.'), '찾을 수'),
  failed('traditional Chinese', plain([...from, 'Subject: =?utf-8?B?6YCA5Lu26YCa55+l?='], '您的郵件無法傳遞給收件者：bob@far.test', '', '原因：使用者不存在'), '使用者不存在'),
  failed('Dutch', plain([...from, 'Subject: Bericht niet bezorgd'], 'Het bericht kon niet worden bezorgd aan bob@far.test', '', '550 5.1.1 Gebruiker onbekend'), 'onbekend', 'bob@far.test', '5.1.1'),
  failed('with the address before its reason in brackets', plain([...from, 'Subject: Returned mail'], '---The following addresses had delivery errors---', '', 'bob@far.test [User unknown]'), 'User unknown'),
  failed('with the address behind angle marks', plain([...from, 'Subject: FAILURE NOTICE : hi'], '  ----- The following addresses had permanent fatal errors -----', '', '>>> bob@far.test <bob@far.test>', '', '  ----- Transcript of session follows -----', '550 sorry, no mailbox of that name (#5.1.1)'), 'no mailbox', 'bob@far.test', '5.1.1'),
  failed('with the reason before the recipient', plain([...from, 'Subject: Undeliverable Mail: "hi"'], 'Your message:', '   From:    ann@here.test', '   Subject: hi', '', 'Could not be delivered because of', '', '550 5.1.1 User unknown', '', 'The following recipients were affected:', '    bob@far.test'), 'User unknown', 'bob@far.test', '5.1.1'),
  failed('with everything in one line', plain([...from, 'Subject: Undeliverable Mail'], 'Unknown user: bob@far.test', '', 'Original message follows.', '', 'Message-ID: <o1@here.test>', 'To: bob@far.test'), 'Unknown user'),
  failed('that names the recipient only in the returned mail', plain([...from, 'Subject: Returned mail: Cannot send message for 4 days'], '   ----- Transcript of session follows -----', '421 far.test... Deferred: Connection timed out', '', '   ----- Unsent message follows -----', 'Message-ID: <v1@here.test>', 'From: ann@here.test', 'To: bob@far.test'), 'Connection timed out', 'bob@far.test', '4.0.0'),
  failed('with the conversation', plain([...from, 'Subject: Mail System Error - Returned Mail'], 'Each of the following recipients was rejected by a remote mail server.', '', '    Recipient: <bob@far.test>', '    >>> RCPT TO:<bob@far.test>', '    <<< 550 <bob@far.test>: User unknown'), 'User unknown', 'bob@far.test', '5.0.0'),
  failed('from a post_master that writes Re:', plain(['From: post_master@sms.test', 'To: ann@here.test', 'Subject: Re: hi'], 'Error: Invalid user address', '', 'Error message below:', '550 - Requested action not taken: no such user here', '', 'Message details:', '  MAIL FROM: ann@here.test', '  RCPT TO: 555001@sms.test'), 'no such user', '555001@sms.test', '5.0.0'),
  failed('a full mailbox', plain([...from, 'Subject: Message delivery has failed'], 'Unable to deliver message to: <bob@far.test>', 'Delivery failed for the following reason:', "The user's mail folder is full."), 'full'),
  failed('in HTML alone, in a layout of tables', html([...from, 'Subject: Delivery failure'], '<table><tr><td>We could not deliver your message</td></tr><tr><td>Recipient</td><td>bob@far.test</td></tr><tr><td>Reason: 550 5.7.1 blocked by the content filter</td></tr></table>'), 'content filter', 'bob@far.test', '5.7.1'),
  failed('of a letter to oneself', plain([...from, 'Subject: failure notice'], 'Hi. This is the qmail-send program at gate.test.', '', '<ann@here.test>:', 'Remote host said: 552 Error: disk quota exceeded', 'Giving up on 192.0.2.1.'), 'disk quota', 'ann@here.test', '5.0.0'),
  failed('from a daemon without an address', plain(['From: MAILER-DAEMON <>', 'To: ann@here.test', 'Subject: Mail delivery failed'], 'There was an error delivering your mail to <bob@far.test>.', '', 'mx.far.test did not like our RCPT TO:', '550 5.7.1 Client host rejected', '', 'Message headers follow.', '', 'Received: from here.test'), 'Client host rejected', 'bob@far.test', '5.7.1'),
  {
    name: 'a bounce within a bounce of the next system',
    raw: lines(
      ...from, 'Subject: Returned mail', 'Content-Type: multipart/mixed; boundary=w', '', '--w', 'Content-Type: text/plain', '', 'The original message was received at Thu Oct 13', '', '----- The following addresses had permanent delivery errors -----', '', '--w', 'Content-Type: message/rfc822', '', 'From: MAILER-DAEMON@inner.test', 'To: ann@here.test', 'Subject: Returned mail', 'Content-Type: multipart/report; report-type=delivery-status; boundary=i', '', '--i', '', 'See below.', '--i', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; inner.test', '', 'Final-Recipient: rfc822; bob@far.test', 'Action: failed', 'Status: 5.1.1', '', '--i', 'Content-Type: text/rfc822-headers', '', 'Message-ID: <w1@here.test>', '', '--i--', '', '--w--',
    ),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.1' }],
    id: '<w1@here.test>',
  },
  {
    name: 'the fields of a report in plain text',
    raw: plain([...from, 'Subject: Delivery report'], 'Reporting-MTA: dns; gate.test', '', 'Final-Recipient: rfc822; bob@far.test', 'Action: failed', 'Status: 5.1.351', 'Diagnostic-Code: smtp; 550 5.1.351 unknown recipient'),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.351', says: 'unknown recipient' }],
  },
  {
    name: 'a report whose reason stands in the part for people',
    raw: lines(...from, 'Subject: Delivery Status', 'Content-Type: multipart/report; report-type=delivery-status; boundary=r', '', '--r', '', 'Reason: the mailbox of bob@far.test is over quota', '--r', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; gate.test', '', 'Final-Recipient: rfc822; bob@far.test', 'Action: failed', 'Status: 5.1.1', '', '--r--'),
    expected: [{ recipient: 'bob@far.test', action: 'failed', status: '5.1.1', says: 'over quota' }],
  },
  {
    name: 'a delay in German',
    raw: plain([...from, 'Subject: Zustellung verzögert'], 'Ihre Nachricht konnte noch nicht zugestellt werden. Die Zustellung wird weiter versucht.', '', 'bob@far.test'),
    expected: [{ recipient: 'bob@far.test', action: 'delayed', status: null }],
  },
  {
    name: 'a delay in Russian',
    raw: plain([...from, 'Subject: =?utf-8?B?0JfQsNC00LXRgNC20LrQsA==?='], 'Доставка письма задерживается, попытки продолжатся:', '', 'bob@far.test'),
    expected: [{ recipient: 'bob@far.test', action: 'delayed', status: null }],
  },
]
