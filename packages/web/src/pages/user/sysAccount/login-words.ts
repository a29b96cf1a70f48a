/** The questions before logins end, for one account or several: each names what will be lost. */
import type { SysAccount } from '@yanshu/contract'

export type LoginAct = 'stop' | 'endSessions'

export type Question = { title: string; says: string; action: string; done: string }

type Account = Pick<SysAccount, 'id' | 'username' | 'sessions'>

/** The login of the one who asks goes on. */
export const endable = (
  { id, sessions }: Pick<Account, 'id' | 'sessions'>,
  ownId: string | undefined,
): number => (id === ownId ? sessions - 1 : sessions)

function whom(accounts: readonly Account[]): string {
  const [only] = accounts
  return accounts.length === 1 && only ? ` ${only.username} ` : `选中的 ${accounts.length} 个账号`
}

export function questionOf(act: LoginAct, accounts: readonly Account[], ownId: string | undefined): Question {
  const sessions = accounts.reduce((sum, account) => sum + endable(account, ownId), 0)
  const own = accounts.some(({ id }) => id === ownId)
  if (act === 'endSessions')
    return {
      title: `结束${whom(accounts)}${own ? '在别处的登录' : '的全部登录'}？`,
      says: `${sessions} 个登录会立即失效，要重新登录。${own ? '你现在这个登录和' : ''}接口密钥不受影响。`,
      action: '全部结束',
      done: '已结束登录',
    }
  const ends = sessions > 0 ? `${sessions} 个登录立即失效，` : ''
  return {
    title: `停用${whom(accounts).trimEnd()}？`,
    says: `${ends}恢复以前不能登录，发信等着；接口密钥作废，恢复后要重新生成；它的过滤规则和通知也停下。邮箱照常收信，内容都在。`,
    action: '停用',
    done: '已停用',
  }
}
