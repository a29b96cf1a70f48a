/** The servers our mail leaves by: one for the site, others for single domains. */
import { Pencil, Plus, Server, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorState } from '../../../../api/error-state.tsx'
import { api } from '../../../../api/index.ts'
import { LossDialog } from '../../../../api/loss-dialog.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Bones } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toast.ts'
import styles from '../shared/account-tab.module.css'
import { type Relay, useRelays, useRenewSending } from './queries.ts'
import { RelayDialog } from './relay-dialog.tsx'

const securities: Readonly<Record<Relay['security'], string>> = {
  none: '不加密',
  starttls: 'STARTTLS',
  tls: 'TLS',
}

const whose = ({ domain }: Pick<Relay, 'domain'>): string => (domain === '' ? '全站' : domain)

export function Relays() {
  const { data, error, refetch } = useRelays()
  const renew = useRenewSending()
  const [edited, setEdited] = useState<Relay | 'new' | null>(null)
  const [losing, setLosing] = useState<Relay | null>(null)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={2} />
  const remove = async () => {
    if (!losing) return
    await api.delRelay({ body: losing.domain === '' ? {} : { domain: losing.domain } })
    showToast('已去掉，直接发给对方')
    await renew('relays')
  }
  return (
    <>
      {data.length === 0 && <p className={styles.before}>没有中继，信直接送到对方的服务器。</p>}
      <ul className={styles.sessions}>
        {data.map(relay => (
          <li key={relay.domain}>
            <Server aria-hidden />
            <div>
              <b>{whose(relay)}</b>
              <p className="small muted">
                <span className="mono">
                  {relay.host}:{relay.port}
                </span>{' '}
                · {securities[relay.security]}
                {relay.username !== '' && ` · 以 ${relay.username} 登录`}
              </p>
            </div>
            <span className="line">
              <IconButton small label={`改${whose(relay)}的中继`} onClick={() => setEdited(relay)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton small label={`去掉${whose(relay)}的中继`} onClick={() => setLosing(relay)}>
                <Trash2 aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.others}>
        <Button icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
          添加中继
        </Button>
      </div>
      <RelayDialog
        relay={edited}
        onClose={() => setEdited(null)}
        onSaved={async () => {
          setEdited(null)
          showToast('已保存，之后的信从它走')
          await renew('relays')
        }}
      />
      <LossDialog
        open={losing !== null}
        title={`去掉${losing ? whose(losing) : ''}的中继？`}
        action="去掉"
        onConfirm={remove}
        onClose={() => setLosing(null)}
      >
        之后的信直接送到对方的服务器；主机不能用 25 端口的话，会一直排队。
      </LossDialog>
    </>
  )
}
