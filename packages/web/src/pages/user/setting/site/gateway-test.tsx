import type { BodyOf, Calls } from '@yanshu/contract'
import { CircleCheck, CircleX, Plug } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { StateWord } from '../../../../ui/state-word.tsx'
import styles from './pay-ways.module.css'

type GatewayTestProps = {
  way: BodyOf<Calls['testGateway']>['way']
  name: string
  /** Why it cannot be tried yet. */
  reason: string | null
}

/** Tries what is saved, so that a wrong key is found before a buyer finds it. */
export function GatewayTest({ way, name, reason }: GatewayTestProps) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null)
  const run = async () => {
    setBusy(true)
    setSaid(null)
    try {
      setSaid(await api.testGateway({ body: { way } }))
    } catch (error) {
      setSaid({ ok: false, text: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.test}>
      <Button
        size="small"
        icon={<Plug aria-hidden />}
        busy={busy}
        disabledReason={reason}
        onClick={() => void run()}
      >
        试一下{name}
      </Button>
      {reason !== null && <span className="tiny muted">{reason}</span>}
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
