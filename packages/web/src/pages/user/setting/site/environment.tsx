import type { AnswerOf, Calls } from '@yanshu/contract'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { toSection, useArrival } from '../form/use-arrival.ts'
import styles from './site-tab.module.css'
import { headingId, type Place } from './use-place.ts'

type Variables = AnswerOf<Calls['getSetting']>['environment']
type EnvironmentProps = {
  name: string
  variables: Variables
  place: Place
}

/** Shows the settings from before the start. They are read-only here, because a change needs a restart. */
export function Environment({ name, variables, place }: EnvironmentProps) {
  const [opened, setOpened] = useState(false)
  const section = useArrival<HTMLElement>(place.atGroup('start'), toSection)
  // A setting that a search found is shown, also where it is the default.
  const all = place.words !== ''
  const shown = all || opened ? variables : variables.filter(variable => variable.changed)
  return (
    <section ref={section} className={styles.group} aria-labelledby={headingId('start')}>
      <h2 id={headingId('start')} tabIndex={-1}>
        {name}
        <small>{variables.length} 项</small>
      </h2>
      <div className={styles.line}>
        <p className="small muted">
          端口、证书、数据库这些来自环境变量，改了要重启。说明见仓库的 docs/configuration.md。
        </p>
        {!all && (
          <Button size="small" kind="quiet" onClick={() => setOpened(!opened)}>
            {opened ? '只看改过的' : `全部 ${variables.length} 项`}
          </Button>
        )}
      </div>
      <table>
        <caption className="sr">{name}</caption>
        <tbody>
          {shown.map(variable => (
            <tr key={variable.name}>
              <td>
                <code>{variable.name}</code>
              </td>
              <td>
                <code className={variable.changed ? styles.other : undefined}>
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
