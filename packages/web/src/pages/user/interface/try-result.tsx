import type { CallName } from '@yanshu/contract'
import { CircleCheck, CircleX, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/copy-button.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { CodeBlock } from './shared/code-block.tsx'
import styles from './try-it.module.css'
import type { Outcome, Sending } from './use-send.ts'

type Ended = Extract<Sending, { at: 'done' | 'failed' }>

/** Shows the server's answer and its duration. */
export function TryResult({ sending, name }: { sending: Ended; name: CallName }) {
  const shown = useRef<HTMLElement>(null)
  // The button may stand a screen above it.
  useEffect(() => {
    if (sending.at === 'done') shown.current?.scrollIntoView({ block: 'nearest' })
  }, [sending])
  if (sending.at === 'failed') {
    return (
      <p className={styles.codehead} role="alert">
        <StateWord tone="bad" icon={<CircleX aria-hidden />}>
          {sending.says}
        </StateWord>
      </p>
    )
  }
  const { outcome } = sending
  const good = outcome.status < 400
  return (
    <section ref={shown} aria-label="服务器的回答">
      <div className={styles.codehead} role="status">
        <StateWord
          tone={good ? 'good' : 'bad'}
          icon={good ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
        >
          {outcome.status}
        </StateWord>
        <span className="small muted">{factsOf(outcome)}</span>
        {outcome.text !== null && <CopyIcon text={outcome.text} label="复制回答" />}
      </div>
      {outcome.text !== null && <CodeBlock text={outcome.text} json label="服务器的回答" />}
      {outcome.file && (
        <Button
          size="small"
          icon={<Download aria-hidden />}
          onClick={() => outcome.file && saveBlob(outcome.file, `${name}.bin`)}
        >
          保存文件
        </Button>
      )}
    </section>
  )
}

function factsOf({ ms, bytes, remaining, retryAfter }: Outcome): string {
  const took = ms < 1000 ? `${ms} 毫秒` : `${(ms / 1000).toFixed(1)} 秒`
  const left = remaining === null ? '' : `，这一分钟还剩 ${remaining} 次`
  const wait = retryAfter === null ? '' : `，${retryAfter} 秒后再试`
  return `用了 ${took}，${bytes.toLocaleString('zh-CN')} 字节${left}${wait}`
}
