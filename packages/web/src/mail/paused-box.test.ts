import type { Mailbox } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { pausedBox, whyItRests } from './paused-box.ts'

const box = (id: string, status: Mailbox['status']): Mailbox => ({
  id,
  address: `${id}@yanshu.test`,
  localPart: id,
  domain: 'yanshu.test',
  kind: 'account',
  status,
  note: '',
  createdAt: '2026-03-05T02:32:07Z',
  expiresAt: null,
  unread: 0,
  mailsLeft: null,
  endsAfterCode: false,
  pinned: false,
  mayPause: true,
})
const of = (...list: Mailbox[]) => ({ list, total: list.length })

it('is the chosen one, or the only one', () => {
  expect(pausedBox(of(box('anna', 'paused')), null)?.id).toBe('anna')
  expect(pausedBox(of(box('anna', 'paused'), box('bert', 'active')), 'anna')?.id).toBe('anna')
})

it('is none where mail can come, or where nothing is known yet', () => {
  expect(pausedBox(of(box('anna', 'active')), null)).toBeNull()
  expect(pausedBox(of(box('anna', 'paused'), box('bert', 'active')), null)).toBeNull()
  expect(pausedBox(of(box('anna', 'paused'), box('bert', 'active')), 'bert')).toBeNull()
  expect(pausedBox(undefined, null)).toBeNull()
})

it('says why no mail comes, where none does', () => {
  expect(whyItRests({ status: 'active', mailsLeft: null })).toBeNull()
  expect(whyItRests({ status: 'active', mailsLeft: 1 })).toBeNull()
  expect(whyItRests({ status: 'active', mailsLeft: 0 })).toBe('不再收新信')
  expect(whyItRests({ status: 'paused', mailsLeft: 0 })).toBe('已暂停收信')
  expect(whyItRests({ status: 'stopped', mailsLeft: null })).toBe('已停用')
})
