/** The app passwords of one of the mailboxes that an account has. */
import { Form } from 'antd'
import { useState } from 'react'
import { ErrorState } from '../../../../api/error-state.tsx'
import { SearchSelect } from '../../../../ui/search-select.tsx'
import { Bones } from '../../../../ui/states.tsx'
import styles from '../shared/account-tab.module.css'
import { AppPasswords } from './app-passwords.tsx'
import { useFirstMailboxes, useMailboxFound } from './queries.ts'

const FIELD = 'app-passwords-of'

export function AccountAppPasswords() {
  const { data, error, refetch } = useFirstMailboxes()
  const [chosen, setChosen] = useState<string | null>(null)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={3} />
  const mailbox = chosen ?? data[0]?.id
  if (mailbox === undefined) return <p className="muted">还没有邮箱。</p>
  return (
    <>
      {data.length > 1 && (
        <div className={styles.narrow}>
          <Form layout="vertical" component="div">
            <Form.Item label="哪个邮箱" htmlFor={FIELD}>
              <SearchSelect
                id={FIELD}
                placeholder="选一个邮箱"
                nothing="没有这样的邮箱"
                value={mailbox}
                known={data.find(one => one.id === mailbox)?.address}
                useFound={useMailboxFound}
                onChange={setChosen}
              />
            </Form.Item>
          </Form>
        </div>
      )}
      <AppPasswords key={mailbox} mailbox={mailbox} />
    </>
  )
}
