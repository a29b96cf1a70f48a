/** The signing secret of an address that is a program: how signatures are checked, and a new secret. */
import type { Webhook } from '@yanshu/contract'
import { useState } from 'react'
import { SignatureHelp } from '../../../../account/notice/signature-help.tsx'
import { api } from '../../../../api/index.ts'
import { LossDialog } from '../../../../api/loss-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useRenewHooks } from './queries.ts'
import styles from './secret.module.css'

export type ShownSecret = { name: string; secret: string }

export function SecretSection({ hook, onSecret }: { hook: Webhook; onSecret: (shown: ShownSecret) => void }) {
  const [asking, setAsking] = useState(false)
  const renew = useRenewHooks()
  return (
    <section className={styles.section} aria-label="签名密钥">
      <div className={styles.head}>
        <h2>签名密钥</h2>
        <Button size="small" onClick={() => setAsking(true)}>
          换一个密钥
        </Button>
      </div>
      <SignatureHelp />
      <LossDialog
        open={asking}
        title={`给“${hook.name}”换一个密钥？`}
        action="换一个密钥"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          const { secret } = await api.editWebhook({ body: { id: hook.id, newSecret: true } })
          if (secret !== null) onSecret({ name: hook.name, secret })
          await renew()
        }}
      >
        <p className="muted">旧密钥立即作废。程序换上新密钥之前，会把通知当成假的。</p>
      </LossDialog>
    </section>
  )
}
