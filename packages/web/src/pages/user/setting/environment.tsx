import type { AnswerOf, Calls } from '@yanshu/contract'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './site-tab.module.css'

type Variables = AnswerOf<Calls['getSetting']>['environment']

/** What was set before the start. It can only be looked at here: changing it needs a restart. */
export function Environment({ variables }: { variables: Variables }) {
  const [all, setAll] = useState(false)
  const changed = variables.filter(variable => variable.changed)
  const shown = all ? variables : changed
  if (variables.length === 0) return null
  return (
    <section className={styles.environment} aria-label="启动时的设置">
      <div className={styles.line}>
        <h2>启动时的设置</h2>
        <Button size="small" kind="quiet" onClick={() => setAll(value => !value)}>
          {all ? '只看改过的' : `全部 ${variables.length} 项`}
        </Button>
      </div>
      <p className="small muted">
        端口、证书、数据库这些来自环境变量，改了要重启。说明见仓库的 docs/configuration.md。
      </p>
      <table>
        <caption className="sr">启动时的设置</caption>
        <tbody>
          {shown.map(variable => (
            <tr key={variable.name}>
              <td>
                <code>{variable.name}</code>
              </td>
              <td>
                <code className={variable.changed ? styles.changed : undefined}>
                  {variable.value || '（空）'}
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="small muted">全部是默认值。</p>}
    </section>
  )
}
