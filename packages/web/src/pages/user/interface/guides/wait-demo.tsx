import type { MailRow } from '@yanshu/contract'
import type { Known } from '@yanshu/contract/placeholders'
import { Hourglass, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError, messageOf } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import styles from './guide.module.css'

type Waiting =
  | { at: 'idle' }
  | { at: 'busy' }
  | { at: 'done'; mail: MailRow; seconds: number }
  | { at: 'over'; says: string }

/** waitEmail at work, without a program. */
export function WaitDemo({ known }: { known: Known }) {
  const [waiting, setWaiting] = useState<Waiting>({ at: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mailboxId } = known
  if (mailboxId === undefined) return null
  const start = async () => {
    const stop = new AbortController()
    running.current = stop
    setWaiting({ at: 'busy' })
    const started = performance.now()
    try {
      const { mail } = await api.waitEmail(
        { query: { mailbox: mailboxId, within: 0, timeout: 50 } },
        { signal: stop.signal },
      )
      setWaiting({ at: 'done', mail, seconds: (performance.now() - started) / 1000 })
    } catch (error) {
      if (stop.signal.aborted) setWaiting({ at: 'idle' })
      else
        setWaiting({
          at: 'over',
          says: isApiError(error, 'waitedInVain') ? '50 秒里没有信来' : messageOf(error),
        })
    }
  }
  return (
    <div className={styles.row}>
      {waiting.at === 'busy' ? (
        <Button icon={<Square aria-hidden />} onClick={() => running.current?.abort()}>
          不等了
        </Button>
      ) : (
        <Button icon={<Hourglass aria-hidden />} onClick={() => void start()}>
          现在等一封
        </Button>
      )}
      <span role="status" className="small muted">
        {waiting.at === 'busy' && '正在等，发一封信来试试'}
        {waiting.at === 'over' && waiting.says}
        {waiting.at === 'done' && (
          <>
            等了 {waiting.seconds.toFixed(1)} 秒：{waiting.mail.subject || '（无主题）'}
            {waiting.mail.code && (
              <>
                ，验证码 <b className="mono">{waiting.mail.code}</b>
              </>
            )}
          </>
        )}
      </span>
    </div>
  )
}
