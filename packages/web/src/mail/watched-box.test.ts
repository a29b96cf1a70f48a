import type { Mailbox } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { boxOf } from './testing.ts'
import { watchedBox, whyItRests } from './watched-box.ts'

const box = (id: string, status: Mailbox['status']): Mailbox => boxOf({ id, status })
const of = (...list: Mailbox[]) => ({ list, total: list.length })

it('is the chosen one, or the only one', () => {
  expect(watchedBox(of(box('anna', 'paused')), null)?.id).toBe('anna')
  expect(watchedBox(of(box('anna', 'paused'), box('bert', 'active')), 'bert')?.id).toBe('bert')
})

it('is none where several are looked at, or where it is not known yet', () => {
  expect(watchedBox(of(box('anna', 'paused'), box('bert', 'active')), null)).toBeNull()
  expect(watchedBox({ list: [box('anna', 'paused')], total: 2 }, null)).toBeNull()
  expect(watchedBox(of(box('anna', 'active')), 'bert')).toBeNull()
  expect(watchedBox(undefined, null)).toBeNull()
})

it('says why no mail comes, where none does', () => {
  expect(whyItRests(null)).toBeNull()
  expect(whyItRests({ status: 'active', mailsLeft: null })).toBeNull()
  expect(whyItRests({ status: 'active', mailsLeft: 1 })).toBeNull()
  expect(whyItRests({ status: 'active', mailsLeft: 0 })).toBe('不再收新信')
  expect(whyItRests({ status: 'paused', mailsLeft: 0 })).toBe('已暂停收信')
  expect(whyItRests({ status: 'stopped', mailsLeft: null })).toBe('已停用')
})
