import { useState } from 'react'
import { CopyIcon } from '../../ui/copy-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type Language, samples } from './samples.ts'
import styles from './signature-help.module.css'

const languages = [
  { name: 'node', label: 'Node.js' },
  { name: 'python', label: 'Python' },
] as const satisfies readonly { name: Language; label: string }[]

/** Explains how a program recognises our notifications. */
export function SignatureHelp() {
  const [language, setLanguage] = useState<Language>('node')
  return (
    <div className={styles.help}>
      <p className="small muted">
        用密钥对“时间戳.正文”算 HMAC-SHA256，十六进制，前面加 <code>v1=</code>，应当等于{' '}
        <code>Yanshu-Signature</code>。时间戳在 <code>Yanshu-Timestamp</code>，相差超过五分钟的不要收。
      </p>
      <div className={styles.bar}>
        <Segmented label="示例的语言" items={languages} active={language} onChange={setLanguage} />
        <span className="grow" />
        <CopyIcon text={samples[language]} label="复制示例" />
      </div>
      <pre className={styles.code}>{samples[language].trimEnd()}</pre>
    </div>
  )
}
