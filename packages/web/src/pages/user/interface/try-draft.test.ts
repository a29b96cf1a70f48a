import type { Call } from '@yanshu/contract'
import { callNames, calls } from '@yanshu/contract/calls'
import { expect, it } from 'vitest'
import { draftFor, warningFor } from './try-draft.ts'

const known = {
  mailboxId: '01ownmailboxownmailboxown0',
  mailId: '01ownmailownmailownmailow0',
  address: 'anna@own.test',
  domain: 'own.test',
}
const shown = (name: (typeof callNames)[number]) => JSON.stringify(draftFor(name, known))

it('names nothing of the reader in a call that changes something, but for the domain', () => {
  const changing = callNames.filter(name => (calls[name] as Call).method !== 'GET')
  for (const name of changing)
    for (const own of [known.mailboxId, known.mailId, known.address])
      expect(shown(name), name).not.toContain(own)
  expect(draftFor('setForwarding', known).body).toContain('MAILBOX_ID')
  expect(draftFor('setReadEmail', known).body).toContain('MAIL_ID')
  expect(draftFor('createEmail', known).body).toContain(known.domain)
})

it('names what is the reader’s own in a call that only reads', () => {
  expect(draftFor('getEmail', known).params.id).toBe(known.mailId)
  expect(draftFor('getForwarding', known).query.mailbox).toBe(known.mailboxId)
  expect(draftFor('waitEmail', known).query.mailbox).toBe(known.address)
})

it('never names a mail beside the part of another one', () => {
  expect(draftFor('getAttachment', known).params).toEqual({ id: 'MAIL_ID', attachmentId: '2' })
  expect(draftFor('getImage', known).params).toEqual({ id: 'MAIL_ID' })
})

it('empties the trash of one mailbox, and says when it would be that of all', () => {
  expect(JSON.parse(draftFor('emptyTrash', known).body)).toEqual({ mailbox: 'MAILBOX_ID' })
  const all = /名下所有的邮箱/
  expect(warningFor('emptyTrash', { body: {} }, 'admin')).toMatch(all)
  expect(warningFor('emptyTrash', { body: {} }, 'user')).toMatch(all)
  expect(warningFor('emptyTrash', { body: {} }, 'mailbox')).not.toMatch(all)
  expect(warningFor('emptyTrash', { body: { mailbox: known.mailboxId } }, 'admin')).not.toMatch(all)
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
  expect(warningFor('deleteEmailsInTimeRange', { body: range }, 'admin')).toMatch(all)
  expect(warningFor('deleteEmailsInTimeRange', { body: { ...range, dryRun: true } }, 'admin')).not.toMatch(
    all,
  )
})
