/** The settings of the site: those that can be changed while it runs, their history, and those that need a restart. */
import type { AnswerOf, Calls, SettingEntry } from '@yanshu/contract'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChangeLog } from './change-log.tsx'
import { Environment } from './environment.tsx'
import { SettingList } from './setting-list.tsx'
import styles from './site-tab.module.css'

type SiteTabProps = {
  entries: readonly SettingEntry[]
  environment: AnswerOf<Calls['getSetting']>['environment']
}

export function SiteTab({ entries, environment }: SiteTabProps) {
  const [logOpen, setLogOpen] = useState(false)
  return (
    <>
      <div className={styles.head}>
        <p className="small muted">改了马上生效，不用重启。</p>
        <Button size="small" kind="quiet" icon={<History aria-hidden />} onClick={() => setLogOpen(true)}>
          改动历史
        </Button>
      </div>
      <SettingList entries={entries} />
      <Environment variables={environment} />
      <ChangeLog open={logOpen} onClose={() => setLogOpen(false)} />
    </>
  )
}
