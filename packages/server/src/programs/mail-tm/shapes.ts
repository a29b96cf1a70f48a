/**
 * Our things in the shapes of the public mail.tm API: plain JSON, or JSON-LD with Hydra collections, whichever the client
 * asks for (RFC 9110 section 12.5.1). Pure translation.
 */
import type { MailDetail, MailRow } from '@yanshu/contract'
import type { DomainRow } from '../../domain/domains.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { type ListedMail, parseDetails, shownMail } from '../../mailbox/mail/mail-row.ts'

export const pageSize = 30

/** Clients divide by it; without a limit there is always room. */
const noQuota = 1_099_511_627_776

/** JSON-LD is what that API gives when nothing else is asked for. */
export function wantsLinkedData(accept: string | undefined): boolean {
  return accept === undefined || accept.includes('ld+json') || !accept.includes('application/json')
}

const time = (value: number | string): string => new Date(value).toISOString().replace(/\.\d{3}Z$/, '+00:00')

export type Resource = { type: 'Domain' | 'Account' | 'Message' | 'Source'; id: string; fields: object }

const paths = { Domain: 'domains', Account: 'accounts', Message: 'messages', Source: 'sources' } as const

const marked = ({ type, id, fields }: Resource) => ({
  '@id': `/${paths[type]}/${id}`,
  '@type': type,
  id,
  ...fields,
})

export function shownOne(resource: Resource, linked: boolean): object {
  if (!linked) return { id: resource.id, ...resource.fields }
  return { '@context': `/contexts/${resource.type}`, ...marked(resource) }
}

function viewOf(type: Resource['type'], page: number, total: number): object | null {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  const url = (number: number) => `/${paths[type]}?page=${number}`
  return {
    '@id': url(page),
    '@type': 'hydra:PartialCollectionView',
    'hydra:first': url(1),
    'hydra:last': url(last),
    ...(page > 1 ? { 'hydra:previous': url(page - 1) } : {}),
    ...(page < last ? { 'hydra:next': url(page + 1) } : {}),
  }
}

export function shownMany(
  type: Resource['type'],
  list: readonly Resource[],
  where: { page: number; total: number },
  linked: boolean,
): object {
  if (!linked) return list.map(resource => shownOne(resource, false))
  const view = viewOf(type, where.page, where.total)
  return {
    '@context': `/contexts/${type}`,
    '@id': `/${paths[type]}`,
    '@type': 'hydra:Collection',
    'hydra:totalItems': where.total,
    'hydra:member': list.map(marked),
    ...(view ? { 'hydra:view': view } : {}),
  }
}

export const domainResource = (row: DomainRow): Resource => ({
  type: 'Domain',
  id: row.id,
  fields: {
    domain: row.name,
    isActive: row.open === 1,
    isPrivate: false,
    createdAt: time(row.created_at),
    updatedAt: time(row.created_at),
  },
})

export const accountResource = (row: MailboxRow): Resource => ({
  type: 'Account',
  id: row.id,
  fields: {
    address: row.address,
    quota: row.quota_bytes ?? noQuota,
    used: row.used_bytes,
    isDisabled: row.status !== 'active',
    isDeleted: false,
    createdAt: time(row.created_at),
    updatedAt: time(row.last_login_at ?? row.created_at),
  },
})

const common = (mail: MailRow) => ({
  accountId: `/accounts/${mail.mailboxId}`,
  from: mail.from,
  to: mail.to,
  subject: mail.subject,
  seen: mail.read,
  isDeleted: mail.folder === 'trash',
  hasAttachments: mail.attachmentCount > 0,
  size: mail.size,
  downloadUrl: `/messages/${mail.id}/download`,
  sourceUrl: `/sources/${mail.id}`,
  createdAt: time(mail.receivedAt),
  updatedAt: time(mail.receivedAt),
})

/** The name that the sender's program gave it; a mail without such a name has one of ours. */
const messageIdOf = (id: string, messageId: string | undefined): string => messageId || `<${id}>`

export function messageInList(row: ListedMail): Resource {
  const mail = shownMail(row)
  const msgid = messageIdOf(mail.id, parseDetails(row.details).messageId)
  return { type: 'Message', id: mail.id, fields: { msgid, intro: mail.preview, ...common(mail) } }
}

/** One that is gone for good: nothing else is known of it. */
export const goneMessage = (id: string, mailboxId: string): Resource => ({
  type: 'Message',
  id,
  fields: { accountId: `/accounts/${mailboxId}`, isDeleted: true },
})

export const wholeMessage = (mail: MailDetail): Resource => ({
  type: 'Message',
  id: mail.id,
  fields: {
    msgid: messageIdOf(mail.id, mail.messageId),
    ...common(mail),
    cc: mail.cc,
    bcc: [],
    flagged: mail.starred,
    verifications: mail.code === null ? [] : [mail.code],
    retention: false,
    retentionDate: null,
    text: mail.text ?? '',
    html: mail.html === null ? [] : [mail.html],
    attachments: mail.attachments.map(file => ({
      id: file.id,
      filename: file.filename,
      contentType: file.contentType,
      disposition: file.inline ? 'inline' : 'attachment',
      transferEncoding: 'base64',
      related: file.cid !== null,
      size: Math.ceil(file.size / 1024),
      downloadUrl: `/messages/${mail.id}/attachment/${file.id}`,
    })),
  },
})

export const sourceOf = (mail: MailRow, bytes: Buffer): Resource => ({
  type: 'Source',
  id: mail.id,
  fields: {
    downloadUrl: `/messages/${mail.id}/download`,
    data: bytes.toString('utf8'),
    createdAt: time(mail.receivedAt),
    updatedAt: time(mail.receivedAt),
  },
})
