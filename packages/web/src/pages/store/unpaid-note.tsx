import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { storePath } from '../../site/paths.ts'
import { AddressText } from '../../ui/address-text.tsx'
import { useKeptOrders } from './order/kept-orders.ts'
import styles from './page.module.css'

const DAY_MS = 86_400_000

/** Over the shelves: the order that was begun here and is not paid. */
export function UnpaidNote() {
  const unpaid = useKeptOrders(state => state.orders.find(order => order.open))
  if (!unpaid || Date.now() - Date.parse(unpaid.madeAt) > DAY_MS) return null
  return (
    <p className={styles.note}>
      <Clock aria-hidden />
      <span>
        <AddressText address={unpaid.address} /> 这一单还没付完。
      </span>
      <Link to={storePath({ order: unpaid.orderNo })}>接着付款</Link>
    </p>
  )
}
