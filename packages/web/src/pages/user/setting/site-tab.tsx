/** The settings of the site: those that can be changed while it runs, their history, and those that need a restart. */
import type { AnswerOf, Calls, SettingEntry } from '@yanshu/contract'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useSettingsStore } from '../../../store/settings.ts'
import { Mark } from '../../../ui/brand.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChangeLog } from './change-log.tsx'
import { Environment } from './environment.tsx'
import { PictureField } from './picture-field.tsx'
import { Section } from './section.tsx'
import { SettingList } from './setting-list.tsx'
import styles from './site-tab.module.css'

type SiteTabProps = {
  entries: readonly SettingEntry[]
  environment: AnswerOf<Calls['getSetting']>['environment']
}

export function SiteTab({ entries, environment }: SiteTabProps) {
  const [logOpen, setLogOpen] = useState(false)
  const logo = useSettingsStore(state => state.settings.logo)
  return (
    <>
      <div className={styles.head}>
        <p className="small muted">改了马上生效，不用重启。</p>
        <Button size="small" kind="quiet" icon={<History aria-hidden />} onClick={() => setLogOpen(true)}>
          改动历史
        </Button>
      </div>
      <Section title="站点图标" says="显示在每一页的左上角，首页和登录页也是；没有就用默认的。">
        <PictureField use="logo" url={logo ?? ''}>
          <Mark />
        </PictureField>
      </Section>
      <SettingList entries={entries} />
      <Environment variables={environment} />
      <ChangeLog open={logOpen} onClose={() => setLogOpen(false)} />
    </>
  )
}
