import { Link } from 'react-router'
import { storePath } from '../../../site/paths.ts'
import { TimeText } from '../../../ui/time.tsx'
import { useKeptOrders } from '../order/kept-orders.ts'
import styles from './orders-tab.module.css'

/** Orders made in this browser open without a password: their tokens are here. */
export function HereOrders() {
  const orders = useKeptOrders(state => state.orders)
  if (orders.length === 0) return null
  return (
    <section className={styles.here} aria-label="这台设备上的订单">
      <h2>这台设备上的订单</h2>
      <ul>
        {orders.map(({ orderNo, address, renew, madeAt }) => (
          <li key={orderNo}>
            <Link className="mono clip" to={storePath({ order: orderNo })}>
              {address}
            </Link>
            <span className="muted">
              {renew ? '续费 ' : ''}
              <TimeText at={madeAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
