/** On /home without a working address: why there is none, and another one. */
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { reasonOf } from '../../api/api-error.ts'
import { useDomains } from '../../mail/address/use-domains.ts'
import { type ShelfEntry, useShelf } from '../../mail/shelf/shelf.ts'
import { addressPath } from '../../site/paths.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/toast.ts'
import styles from './envelope.module.css'

type NoAddressProps = {
  /** The one that has ended; null when there is none. */
  over: ShelfEntry | null
}

export default function NoAddress({ over }: NoAddressProps) {
  const { kind } = useShelf()
  if (over === null) return <NewOne says={kind === 'account' ? '你名下还没有邮箱。' : '手上没有地址。'} />
  const { address, loggedOut } = over
  return (
    <div className={styles.wait}>
      <NewOne
        says={
          loggedOut ? (
            <>
              <AddressText address={address} /> 在这里的登录失效了，
              <Link to={addressPath({ address })}>用密码打开</Link>
            </>
          ) : (
            <>
              <AddressText address={address} /> 已失效，不再收信。
            </>
          )
        }
      />
    </div>
  )
}

function NewOne({ says }: { says: ReactNode }) {
  const { create } = useShelf()
  const domain = useDomains().data?.[0]
  const [busy, setBusy] = useState(false)
  const make = async () => {
    if (domain === undefined) return
    setBusy(true)
    try {
      await create({ domain })
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.newOne}>
      <p>{says}</p>
      <Button
        kind="primary"
        size="large"
        icon={<Plus aria-hidden />}
        busy={busy}
        disabledReason={domain === undefined ? '现在没有开放的域名' : null}
        onClick={() => void make()}
      >
        新建一个
      </Button>
    </div>
  )
}
