/**
 * Answers an invitation (iTIP, RFC 5546; by mail, RFC 6047): it reads the invitation from the mail and sends the
 * answer to its organizer, from the mailbox that was invited. A later answer takes the place of an earlier one.
 */
import type { BodyOf, Calls } from '@yanshu/contract'
import { invitationFor } from '@yanshu/contract/calendar/invitation'
import { largestInvitation } from '@yanshu/contract/calendar/largest-invitation'
import { readCalendar } from '@yanshu/contract/calendar/read-calendar'
import { mailboxScope } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { writeReply } from '../../mail/compose/calendar-reply.ts'
import { decodeText } from '../../mail/text/charset.ts'
import { cleanHeaderText } from '../../mail/text/clean-text.ts'
import { findStoredMail } from '../../mailbox/mail/mails.ts'
import { type ReadDeps, readAttachment } from '../../mailbox/mail/read-mail.ts'
import { senderKey } from '../stop/sender-key.ts'
import { refuseStopped } from '../stop/watch-senders.ts'
import { outboundWords } from '../words/words.ts'
import { readRecipient } from './recipients.ts'
import { type LetterDeps, sendLetter } from './send-letter.ts'
import { findSender } from './sender.ts'
import { readSignature } from './signature.ts'
import { threadOf } from './thread-of.ts'

const longestTitle = 200

const statuses = { accepted: 'ACCEPTED', tentative: 'TENTATIVE', declined: 'DECLINED' } as const

const noAnswer = (why: keyof typeof outboundWords.whyNoAnswer) =>
  invalidField('attachmentId', outboundWords.whyNoAnswer[why])

function readInvitation(bytes: Buffer, mailbox: string) {
  if (bytes.length > largestInvitation) throw noAnswer('notAsked')
  const calendar = readCalendar(decodeText(bytes).text)
  const invitation = invitationFor(calendar, mailbox)
  if (typeof invitation === 'string') throw noAnswer(invitation)
  const recipients = readRecipient({ name: '', address: invitation.organizer.address })
  const invited = readRecipient(invitation.invited)
  if (recipients === null || invited === null) throw noAnswer('noOrganizer')
  return { calendar, ...invitation, recipients, invitedAs: invited.envelope[0]?.address ?? mailbox }
}

export async function answerInvitation(
  deps: LetterDeps & ReadDeps,
  caller: LoggedIn,
  { id, attachmentId, answer, note = '' }: BodyOf<Calls['answerInvitation']>,
): Promise<{ id: string; undoUntil: string | null }> {
  const mail = await findStoredMail(deps.db.query, mailboxScope(caller), id)
  if (!mail) throw new AppError('notFound')
  const file = await readAttachment(deps, caller, id, attachmentId)
  const invitation = readInvitation(file.bytes, mail.address)
  const mailbox = await findSender(deps, caller, mail.address, 'id')
  await refuseStopped(deps.db.query, senderKey(mailbox), caller.role === 'admin')
  const { name } = await readSignature(deps.db, caller)
  const [event] = invitation.events
  const title = [...cleanHeaderText(event?.summary ?? '')].slice(0, longestTitle).join('')
  const what = title || outboundWords.untitledEvent
  const sentence = outboundWords.answerSentences[answer](name || mailbox.address, what)
  const text = writeReply({
    events: invitation.events,
    zones: invitation.calendar.zones,
    organizer: { ...invitation.organizer, address: invitation.recipients.to[0]?.address ?? '' },
    invited: { name: name || invitation.invited.name, address: invitation.invitedAs },
    status: statuses[answer],
    comment: note,
    at: new Date(deps.clock.now()),
  })
  return sendLetter(deps, caller, {
    mailbox,
    fromName: name,
    recipients: invitation.recipients,
    subject: outboundWords.answerSubjects[answer](what),
    text: note === '' ? sentence : `${sentence}\n\n${note}`,
    html: null,
    calendar: { method: 'REPLY', text },
    attachments: [],
    attachmentCount: 1,
    thread: await threadOf(deps, caller, id),
    sendAt: null,
  })
}
