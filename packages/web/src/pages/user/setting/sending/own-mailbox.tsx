/** For what is set for one mailbox at a time: which of the own ones. */
import { Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { searchIcon } from '../../../../ui/select-icons.tsx'
import styles from '../account-tab.module.css'
import { useOwnSignature } from './queries.ts'

type OwnMailboxProps = {
  /** Of the field, for its label. */
  id: string
  children: (mailbox: string | null) => ReactNode
}

export function OwnMailbox({ id, children }: OwnMailboxProps) {
  const senders = useOwnSignature()
  const [chosen, setChosen] = useState<string | null>(null)
  const list = senders.data?.list ?? []
  if (senders.data && list.length === 0) return <p className="muted">还没有邮箱。</p>
  const mailbox = chosen ?? list.find(one => one.own)?.mailboxId ?? null
  return (
    <div className={styles.narrow}>
      {(list.length > 1 || mailbox === null) && (
        <Form layout="vertical" component="div">
          <Form.Item label="哪个邮箱" htmlFor={id}>
            <Select
              id={id}
              showSearch={{ searchIcon, optionFilterProp: 'label' }}
              placeholder="选一个邮箱"
              value={mailbox}
              options={list.map(({ mailboxId, address }) => ({ value: mailboxId, label: address }))}
              onChange={setChosen}
            />
          </Form.Item>
        </Form>
      )}
      {mailbox !== null && children(mailbox)}
    </div>
  )
}
