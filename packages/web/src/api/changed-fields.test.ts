import { expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

const before = {
  id: '1',
  note: '',
  role: 'user',
  pages: ['inbox', 'sent'],
  limits: { domains: 3, mailboxes: null },
}

it('keeps only what differs', () => {
  const after = { note: '编辑部', role: 'user', pages: ['inbox'], limits: { domains: 3, mailboxes: 5 } }
  expect(changedFields(before, after)).toEqual({
    note: '编辑部',
    pages: ['inbox'],
    limits: { domains: 3, mailboxes: 5 },
  })
})

it('does not take another order for a change', () => {
  expect(
    changedFields(before, { pages: ['sent', 'inbox'], limits: { mailboxes: null, domains: 3 } }),
  ).toEqual({})
})

it('keeps a field that was not there before', () => {
  expect(changedFields(before, { username: 'lin' })).toEqual({ username: 'lin' })
})
