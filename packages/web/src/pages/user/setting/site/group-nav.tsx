/** The groups of the settings with their state at a glance, and the search. */
import { ChevronRight, CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../../../ui/cx.ts'
import { SearchBox } from '../../../../ui/table-tools.tsx'
import styles from './group-nav.module.css'
import { type Place, placeOfGroup } from './use-place.ts'

export type NavGroup = {
  id: string
  name: string
  state: string
  tone: 'plain' | 'waiting'
  unsaved: number
  /** Settings in it that are wrong, and those that somebody else changed meanwhile: to be looked at before all is saved. */
  faults: number
  overtaken: number
}

type GroupNavProps = { groups: readonly NavGroup[]; current: string | null; place: Place }

export function GroupNav({ groups, current, place }: GroupNavProps) {
  return (
    <aside className={styles.side}>
      <SearchBox label="搜全部设置" value={place.words} onChange={place.find} />
      <nav aria-label="设置的组">
        <ul>
          {groups.map(group => (
            <li key={group.id}>
              <Link
                to={placeOfGroup(group.id)}
                aria-current={group.id === current ? 'true' : undefined}
                preventScrollReset
              >
                {group.name}
                <State {...group} />
                <ChevronRight className={styles.into} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.legend}>
        <span className={styles.unsaved}>改了还没保存</span>
        <span className={styles.changed}>和默认不同</span>
      </p>
    </aside>
  )
}

function State({ state, tone, unsaved, faults, overtaken }: NavGroup) {
  if (faults + overtaken > 0) {
    return (
      <small className={styles.bad}>
        <CircleAlert aria-hidden />
        {faults > 0 ? `${faults} 项要改` : `${overtaken} 项别人改了`}
      </small>
    )
  }
  return (
    <small className={cx(tone === 'waiting' && styles.waiting, unsaved > 0 && styles.unsaved)}>
      {unsaved > 0 && <span className="sr">有改动还没保存，</span>}
      {state}
    </small>
  )
}
