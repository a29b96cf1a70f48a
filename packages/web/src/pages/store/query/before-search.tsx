/** Stands beside an empty search: the orders of this device, and what one finds with what. */
import { Eye, KeyRound, Phone } from 'lucide-react'
import styles from './before-search.module.css'
import { HereOrders } from './here-orders.tsx'

const steps = [
  { icon: Phone, name: '只填手机号', says: '看得到有哪些订单、到了哪一步，内容打了码。' },
  {
    icon: KeyRound,
    name: '加上查询密码',
    says: '看全，还能付款、取邮箱密码、重设密码、续费。查询密码是下单时自己设的。',
  },
  {
    icon: Eye,
    name: '谁来查过，你看得到',
    says: '订单里记着每个来处最近一次查看：什么时候、从哪里、凭什么。',
  },
]

export function BeforeSearch() {
  return (
    <div className={styles.before}>
      <HereOrders />
      <ul aria-label="查得到什么">
        {steps.map(({ icon: Icon, name, says }) => (
          <li key={name}>
            <Icon aria-hidden />
            <b>{name}</b>
            <span>{says}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
