/** For what is set for one mailbox at a time: which of the own ones. */
import { Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSenderChoices } from '../../../../mail/address/use-sender-choices.ts'
import { SearchSelect } from '../../../../ui/search-select.tsx'
import styles from '../shared/account-tab.module.css'
import { useOwnSignature } from './queries.ts'

type OwnMailboxProps = {
  /** The id of the field, for its label. */
  id: string
  children: (mailbox: string | null) => ReactNode
}

export function OwnMailbox({ id, children }: OwnMailboxProps) {
  const senders = useOwnSignature()
  const [chosen, setChosen] = useState<string | null>(null)
  const list = senders.data?.list ?? []
  if (senders.data && list.length === 0) return <p className="muted">还没有邮箱。</p>
  const mailbox = chosen ?? list[0]?.mailboxId ?? null
  return (
    <div className={styles.narrow}>
      {(list.length > 1 || mailbox === null) && (
        <Form layout="vertical" component="div">
          <Form.Item label="哪个邮箱" htmlFor={id}>
            <SearchSelect
              id={id}
              placeholder="选一个邮箱"
              nothing="没有这样的邮箱"
              value={mailbox}
              known={list.find(one => one.mailboxId === mailbox)?.address}
              useFound={useSenderChoices}
              onChange={setChosen}
            />
          </Form.Item>
        </Form>
      )}
      {mailbox !== null && children(mailbox)}
    </div>
  )
}
