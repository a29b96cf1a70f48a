/** How changes to mailboxes are told in the audit log: with the new values, but never with a password. */
import type { LifetimeChange, MailboxStatus } from '@yanshu/contract'
import type { FieldWords } from '../../operate/audit/changed-words.ts'
import type { AccountChange } from './account-rights.ts'

type Told = AccountChange & {
  lifetime?: LifetimeChange | undefined
  password?: string | undefined
  resetPassword?: true | undefined
  toAccount?: true | undefined
}

const statusWords: Readonly<Record<MailboxStatus, string>> = {
  active: '正常',
  paused: '暂停收信',
  stopped: '停用',
}

function lifetimeWords({ minutes, afterMails, afterCode }: LifetimeChange): string {
  const ends = [
    minutes !== undefined && (minutes === 0 ? '长期' : `${minutes} 分钟`),
    afterMails !== undefined && (afterMails === null ? '封数不限' : `再收 ${afterMails} 封后失效`),
    afterCode !== undefined && (afterCode ? '收到验证码后失效' : '收到验证码后不失效'),
  ]
  return ends.filter(Boolean).join('，') || '不变'
}

/** UTC and said so: whoever reads the log may live in another zone than whoever made the change. */
const momentWords = (time: string): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}（UTC）`

/** Pins and notes are nobody's business. `ownerName` is the name of the account that a mailbox is given to. */
export const auditWords = (ownerName: string | null) =>
  ({
    quotaMb: quota => `空间：${quota === null ? '不限' : `${quota} MB`}`,
    expiresAt: end => `到期：${end === null ? '长期' : momentWords(end)}`,
    status: status => `状态：${statusWords[status]}`,
    maySend: may => `发信：${may ? '允许' : '不允许'}`,
    ownerId: () => `归属：${ownerName ?? '无'}`,
    lifetime: lifetime => `时长：${lifetimeWords(lifetime)}`,
    password: '重置密码',
    resetPassword: '重置密码',
    toAccount: '转为邮箱账号',
  }) satisfies FieldWords<Told>
