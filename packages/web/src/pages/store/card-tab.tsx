import { useEnter } from '../../account/session.ts'
import { paths } from '../../paths.ts'
import { useSettingsStore } from '../../store/settings.ts'
import { Empty } from '../../ui/states.tsx'
import { CardForm } from '../auth/card-form.tsx'
import styles from './page.module.css'

/** The same form as on /auth; what it opens is shown on /use. */
export function CardTab() {
  const enter = useEnter()
  const open = useSettingsStore(state => state.settings.card) !== false
  if (!open) return <Empty text="这里现在不用卡密。" />
  return (
    <div className={styles.narrow}>
      <CardForm onToken={token => enter(token, paths.use)} />
    </div>
  )
}
