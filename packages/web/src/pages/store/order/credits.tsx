import type { OwnOrder } from '@yanshu/contract'
import { CopyIcon } from '../../../ui/copy-button.tsx'
import { yuanText } from '../../../ui/money.ts'
import styles from './credits.module.css'

/** Money that bought nothing came back as codes to pay with. */
export function Credits({ order }: { order: Pick<OwnOrder, 'credits'> }) {
  if (order.credits.length === 0) return null
  return (
    <section className={styles.credits} aria-label="付款卡密">
      <p>多付的或没用上的钱换成了付款卡密，在商店里选“卡密”付款就能用，请存好：</p>
      <ul>
        {order.credits.map(({ code, amount }) => (
          <li key={code}>
            <code>{code}</code>
            <CopyIcon text={code} label="复制卡密" />
            <span className="muted">值 {yuanText(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
