/** The keys that sign, and changing them: the new ones wait until their records are there, the old ones stay a while. */
import type { DkimKey, Domain } from '@yanshu/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { dateText } from '../../../ui/time-text.ts'
import { showToast } from '../../../ui/toast.ts'
import styles from './detail.module.css'
import { useDomainCache } from './queries.ts'

function wordsOf(key: DkimKey): string {
  switch (key.state) {
    case 'active':
      return `正在签名，${dateText(key.createdAt)}生成`
    case 'waiting':
      return '等记录生效，查到之后才开始签名'
    case 'retiring':
      return `不再签名，记录留到 ${key.retireAt === null ? '以后' : dateText(key.retireAt)}再删`
  }
}

export function KeySection({ domain, keys }: { domain: Domain; keys: readonly DkimKey[] }) {
  const { renew } = useDomainCache()
  const [asking, setAsking] = useState(false)
  const waiting = keys.some(key => key.state === 'waiting')
  return (
    <section className={styles.section} aria-label="签名密钥">
      <h3>签名密钥</h3>
      <ul className={styles.keys}>
        {keys.map(key => (
          <li key={key.selector}>
            <code className="mono">{key.selector}</code>
            <span>{key.algorithm === 'rsa' ? 'RSA 2048' : 'Ed25519'}</span>
            <small className="muted">{wordsOf(key)}</small>
          </li>
        ))}
      </ul>
      <div className={styles.line}>
        <Button
          size="small"
          icon={<KeyRound aria-hidden />}
          onClick={() => setAsking(true)}
          disabledReason={waiting ? '上一次更换还在等新记录生效' : null}
        >
          更换密钥
        </Button>
        <span className="small muted">一年换一次就够；换的时候新旧同时有效</span>
      </div>
      <LossDialog
        open={asking}
        title={`更换 ${domain.name} 的签名密钥？`}
        action="生成新密钥"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.editDomain({ body: { id: domain.id, rotateDkim: true } })
          await renew()
          showToast('新密钥已生成，把两条新记录加上')
        }}
      >
        <p className="muted">
          会生成两把新密钥，并多出两条要加的记录。查到新记录之前仍用旧密钥签名；旧记录之后再留 7 天。
        </p>
      </LossDialog>
    </section>
  )
}
