/** A list of settings from the server: searchable, in groups, each group saved by itself. */
import type { SettingEntry } from '@yanshu/contract'
import { useState } from 'react'
import { Empty } from '../../../ui/states.tsx'
import { SearchBox } from '../../../ui/table-tools.tsx'
import { GatewayTest } from './gateway-test.tsx'
import { SettingGroup } from './setting-group.tsx'
import styles from './setting-list.module.css'
import { groupsOf, searchSettings } from './setting-value.ts'

/** The group whose settings can be tried out. */
const PAYMENT = '支付'

export function SettingList({ entries }: { entries: readonly SettingEntry[] }) {
  const [word, setWord] = useState('')
  const shown = new Set(searchSettings(entries, word).map(entry => entry.name))
  const groups = groupsOf(entries)
  const many = groups.length > 2
  const visible = groups.filter(group => group.entries.some(entry => shown.has(entry.name)))
  return (
    <div className={many ? styles.wide : undefined}>
      {many && (
        <aside className={styles.side}>
          <SearchBox label="搜设置" value={word} onChange={setWord} />
          <nav aria-label="设置分组">
            <ul>
              {visible.map(group => (
                <li key={group.name}>
                  <a href={`#${anchorOf(group.name)}`}>{group.name}</a>
                </li>
              ))}
            </ul>
          </nav>
        </aside>
      )}
      <div>
        {groups.map(group => (
          <SettingGroup
            key={group.name}
            id={anchorOf(group.name)}
            name={group.name}
            entries={group.entries}
            shown={shown}
          >
            {group.name === PAYMENT && <GatewayTest entries={group.entries} />}
          </SettingGroup>
        ))}
        {visible.length === 0 && <Empty text="没有这样的设置，换个词试试。" />}
      </div>
    </div>
  )
}

function anchorOf(group: string): string {
  return `group-${group}`
}
