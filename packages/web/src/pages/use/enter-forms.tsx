import { useId, useState } from 'react'
import { CardForm } from '../../account/enter/card-form.tsx'
import { EmailForm } from '../../account/enter/email-form.tsx'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { useShelf } from '../../mail/shelf/shelf.ts'
import { AntdRoot } from '../../ui/antd-root.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './enter-forms.module.css'

type Way = 'password' | 'card'

type EnterFormsProps = {
  address: string | null
  /** The mailbox is open, and its password is on the screen: there is no other way to choose any more. */
  chosen: boolean
  onDone: () => void
  onStage: (title: string | null) => void
}

/** The same forms as on /auth; here the mailbox joins the others on the page. */
export function EnterForms({ address, chosen, onDone, onStage }: EnterFormsProps) {
  const { enter } = useShelf()
  const card = useKeptSettings(state => state.settings.card) === true
  const [way, setWay] = useState<Way>('password')
  const panel = useId()
  const arrive = async (token: string) => {
    await enter(token)
    onDone()
  }
  return (
    <AntdRoot>
      {card && !chosen && (
        <Tabs
          label="怎样打开"
          items={[
            { name: 'password', label: '地址和密码' },
            { name: 'card', label: '卡密' },
          ]}
          active={way}
          onChange={setWay}
          panel={panel}
        />
      )}
      <div id={panel} className={styles.panel}>
        {address !== null && <p className="muted">用 {address} 的密码打开它。</p>}
        {way === 'password' ? (
          <EmailForm address={address} onToken={arrive} />
        ) : (
          <CardForm onToken={arrive} onStage={onStage} />
        )}
      </div>
    </AntdRoot>
  )
}
