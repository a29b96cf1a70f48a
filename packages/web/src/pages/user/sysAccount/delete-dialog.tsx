/** Deleting a system account: names what it owns and asks what becomes of it. */
import type { SysAccount } from '@yanshu/contract'
import { Radio } from 'antd'
import { useState } from 'react'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { cx } from '../../../ui/cx.ts'
import { showToast } from '../../../ui/toast.ts'
import styles from './delete-dialog.module.css'
import { codesWords, type Owned } from './delete-words.ts'
import { useRenew } from './queries.ts'

export function DeleteDialog({ account, onClose }: { account: SysAccount | null; onClose: () => void }) {
  const [owned, setOwned] = useState<Owned>('refuse')
  const renew = useRenew()
  const mailboxes = account?.mailboxes ?? 0
  const domains = account?.domains ?? 0
  const owns = mailboxes + domains > 0
  const waits = owns && owned === 'refuse'
  const things = [mailboxes && `${mailboxes} 个邮箱`, domains && `${domains} 个域名`]
    .filter(Boolean)
    .join('、')
  const close = () => {
    setOwned('refuse')
    onClose()
  }
  return (
    <LossDialog
      open={account !== null}
      title={`删除账号 ${account?.username ?? ''}？`}
      harmless={waits}
      action={waits ? '好，先不删' : owned === 'delete' ? '连同内容一起删除' : '删除账号'}
      onClose={close}
      onConfirm={async () => {
        if (account === null || waits) return
        await api.delSysAccount({ body: { id: account.id, owned } })
        await renew()
        showToast(`已删除 ${account.username}`)
      }}
    >
      <p className="muted">它的登录、接口密钥和过滤规则会一起消失，不能恢复。</p>
      {owns && (
        <fieldset className={styles.owned}>
          <legend>它名下还有 {things}，怎么处理</legend>
          <Radio.Group
            value={owned}
            onChange={event => setOwned(event.target.value as Owned)}
            className={styles.choices ?? ''}
            options={[
              { value: 'refuse', label: '先不删，等我处理完这些内容' },
              { value: 'toMe', label: '转到我名下，邮件都保留' },
              { value: 'delete', label: `一起删除：${things}和其中的全部邮件` },
            ]}
          />
        </fieldset>
      )}
      {!waits && <p className={cx('muted', styles.codes)}>{codesWords(owned, owns)}</p>}
    </LossDialog>
  )
}
