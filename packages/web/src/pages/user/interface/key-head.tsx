/** The head of the page: the key as far as it is shown, when it was last used, its limit; and the way to a new one. */
import { Download, KeyRound, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useLimit } from '../../../account/limits/use-limits.ts'
import { leftText } from '../../../account/limits/words.ts'
import { usePermission } from '../../../account/permission.ts'
import { messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import { TimeText } from '../../../ui/time.tsx'
import styles from './key-head.module.css'
import { useKey, useRenewKey } from './shared/queries.ts'

const rest = '•'.repeat(16)

export function KeyHead({ onNewKey }: { onNewKey: (key: string) => void }) {
  const { can } = usePermission()
  const key = useKey()
  const renew = useRenewKey()
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const has = key.data?.key != null
  const make = async () => {
    const { key: whole } = await api.refreshKey()
    setMade(whole)
    onNewKey(whole)
    await renew()
  }
  return (
    <header className={styles.head}>
      <h1>接口</h1>
      <div className={styles.key}>
        <KeyRound aria-hidden />
        <div className={styles.facts}>
          {can.useApi ? <KeyFacts /> : <span>这个账号没有使用接口密钥的权限</span>}
        </div>
      </div>
      <a className={styles.download} href="/openapi.json" download="openapi.json">
        <Download aria-hidden />
        openapi.json
      </a>
      {can.useApi && (
        <Button
          kind={has ? 'plain' : 'primary'}
          icon={<RotateCw aria-hidden />}
          onClick={() => setAsking(true)}
          disabledReason={key.isPending ? '正在加载' : null}
        >
          {has ? '换新密钥' : '生成密钥'}
        </Button>
      )}
      <LossDialog
        open={asking}
        title={has ? '换一把新密钥？' : '生成接口密钥？'}
        action={has ? '换新的' : '生成'}
        harmless={!has}
        onClose={() => setAsking(false)}
        onConfirm={make}
      >
        <p className="muted">
          {has
            ? '旧密钥立即失效，正在用它的程序和事件流都会断开。新密钥只显示一次。'
            : '有了密钥，程序就能用你的身份调用接口。它只显示一次，请存好。'}
        </p>
      </LossDialog>
      <SecretOnce
        title="接口密钥"
        says="只显示这一次。放进程序的环境变量 YANSHU_KEY，不要写进代码。"
        secret={made}
        onClose={() => setMade(null)}
      />
    </header>
  )
}

/** A minute goes by while one looks. */
const EVERY_MS = 15_000

function KeyFacts() {
  const { data, error } = useKey()
  const room = useLimit('apiPerMinute', EVERY_MS)
  if (error) return <span>{messageOf(error)}</span>
  if (!data) return <span>正在读取…</span>
  const rate = data.perMinute === null ? '不限次数' : `每分钟 ${data.perMinute} 次`
  const limit = room === null ? rate : `${rate}，这一分钟${leftText(room)}`
  if (data.key === null) return <span>还没有密钥，{limit}</span>
  return (
    <>
      <code>
        {data.key.prefix}
        <span aria-hidden="true">{rest}</span>
      </code>
      <span>
        <TimeText at={data.key.createdAt} /> 启用，
        {data.key.lastUsedAt ? (
          <>
            <TimeText at={data.key.lastUsedAt} /> 用过，
          </>
        ) : (
          '还没用过，'
        )}
        {limit}
      </span>
    </>
  )
}
