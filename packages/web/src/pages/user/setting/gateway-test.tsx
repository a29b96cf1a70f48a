import type { BodyOf, Calls, SettingEntry } from '@yanshu/contract'
import { CircleCheck, CircleX, Plug } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import styles from './setting-list.module.css'
import { isDefault } from './setting-value.ts'

type Way = BodyOf<Calls['testGateway']>['way']

/** Each way to pay is known by the secret it needs. */
const gateways: readonly { way: Way; name: string; secret: string }[] = [
  { way: 'epay', name: '易支付', secret: 'epayKey' },
  { way: 'stripe', name: 'Stripe', secret: 'stripeKey' },
]

/** Tries what is saved, so that a wrong key is found before a buyer finds it. */
export function GatewayTest({ entries }: { entries: readonly SettingEntry[] }) {
  const [busy, setBusy] = useState<Way | null>(null)
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null)
  const ready = gateways.filter(({ secret }) => {
    const entry = entries.find(({ name }) => name === secret)
    return entry !== undefined && !isDefault(entry)
  })
  if (ready.length === 0) return null
  const run = async (way: Way, name: string) => {
    setBusy(way)
    setSaid(null)
    try {
      const { ok, text } = await api.testGateway({ body: { way } })
      setSaid({ ok, text: `${name}：${text}` })
    } catch (error) {
      setSaid({ ok: false, text: messageOf(error) })
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className={styles.foot}>
      {ready.map(({ way, name }) => (
        <Button
          key={way}
          size="small"
          icon={<Plug aria-hidden />}
          busy={busy === way}
          onClick={() => void run(way, name)}
        >
          试一下{name}
        </Button>
      ))}
      <span role="status">
        {said && (
          <StateWord
            tone={said.ok ? 'good' : 'bad'}
            icon={said.ok ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
          >
            {said.text}
          </StateWord>
        )}
      </span>
    </div>
  )
}
