/** System accounts for tests, with only what matters named. */
import type { SysAccount } from '@yanshu/contract'

export function sysAccountOf(given: Partial<SysAccount>): SysAccount {
  return {
    id: 'a1',
    username: 'someone',
    role: 'user',
    status: 'active',
    sendingStopped: null,
    note: '',
    pages: ['inbox', 'setting'],
    can: { send: true, upload: true, createDomain: true, createCard: false, useApi: true },
    limits: { domains: 3, mailboxes: 100, storageMb: null, sendsPerDay: null, apiPerMinute: null },
    rightsLost: false,
    twoFactor: false,
    sessions: 1,
    mailboxes: 0,
    domains: 0,
    createdAt: '2026-11-15T08:00:00.000Z',
    lastLoginAt: null,
    ...given,
  }
}
