import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import styles from './shared/account-tab.module.css'
import { StartTwoFactor } from './start-two-factor.tsx'
import { StopTwoFactor } from './stop-two-factor.tsx'

/** Whether the second factor is on, and the way to change that. */
export function TwoFactor({ on }: { on: boolean }) {
  const [dialog, setDialog] = useState<'start' | 'stop' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <div className={styles.state}>
        {on ? (
          <StateWord tone="good" icon={<ShieldCheck aria-hidden />}>
            已开启
          </StateWord>
        ) : (
          <StateWord icon={<ShieldOff aria-hidden />}>未开启</StateWord>
        )}
        <Button onClick={() => setDialog(on ? 'stop' : 'start')}>
          {on ? '关闭两步验证' : '开启两步验证'}
        </Button>
      </div>
      <StartTwoFactor open={dialog === 'start'} onClose={close} />
      <StopTwoFactor open={dialog === 'stop'} onClose={close} />
    </>
  )
}
