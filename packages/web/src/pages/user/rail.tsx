/** The rail: pages in their groups with their counts. Slim under 1200 px, where the names become tooltips. */
import type { Page } from '@yanshu/contract'
import { NavLink } from 'react-router'
import { useBadges } from '../../account/badges.ts'
import { Brand } from '../../account/brand.tsx'
import { menuOf } from '../../account/menu.ts'
import { paths, userPath } from '../../site/paths.ts'
import { cx } from '../../ui/cx.ts'
import { SlotHost } from '../../ui/frame-slots.tsx'
import { Tip } from '../../ui/tip.tsx'
import { SLIM, useMedia } from '../../ui/use-media.ts'
import { pageIcons } from './page-icons.ts'
import styles from './rail.module.css'

export function Rail({ open }: { open: readonly Page[] }) {
  return (
    <nav className={styles.rail} aria-label="主导航">
      <Brand to={paths.home} className={styles.brand ?? ''} nameClass={styles.name ?? ''} />
      <SlotHost name="compose" className={styles.compose} />
      {menuOf(open).map(group => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.items.map(({ page, name }) => (
              <li key={page}>
                <RailLink page={page} name={name} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <SlotHost name="railFoot" className={styles.foot} />
    </nav>
  )
}

function RailLink({ page, name }: { page: Page; name: string }) {
  const slim = useMedia(SLIM)
  const count = useBadges(state => state.badges[page]) ?? 0
  const Icon = pageIcons[page]
  return (
    <Tip text={name} side="right" off={!slim}>
      <NavLink className={cx(styles.item)} to={userPath(page)} aria-label={slim ? name : undefined}>
        <Icon aria-hidden />
        <span className={styles.label}>{name}</span>
        {count > 0 && (
          <span className={styles.count} role="img" aria-label={`${count} 封未读`}>
            <i className={styles.dot} />
            <span className={styles.number}>{count}</span>
          </span>
        )}
      </NavLink>
    </Tip>
  )
}
