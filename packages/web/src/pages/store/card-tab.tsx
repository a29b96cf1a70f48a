import { CardForm } from '../../account/enter/card-form.tsx'
import { useEnter } from '../../account/session.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { paths } from '../../site/paths.ts'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from './page.module.css'

/** The same form as on /auth; what it opens is shown on /use. */
export function CardTab() {
  const enter = useEnter()
  const open = useKeptSettings(state => state.settings.card) !== false
  if (!open) return <Empty drawing={<Drawing of="cards" />} text="这里现在不用卡密。" />
  return (
    <div className={styles.narrow}>
      <CardForm onToken={token => enter(token, paths.use)} />
    </div>
  )
}
