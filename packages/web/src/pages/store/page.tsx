/**
 * /store: choosing an address and buying it, one order from payment to open mailbox, finding an order again, and using a
 * card code. The tab and the order are in the URL. It must not know how money moves: it shows what the server says.
 */
import { useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PublicLayout } from '../../account/public-layout.tsx'
import { useStoreLine } from '../../account/public-ways.ts'
import { useTitle } from '../../account/use-title.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { paths, type StoreTab, storePath, storeTabs } from '../../site/paths.ts'
import { AntdRoot } from '../../ui/antd-root.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BuyForm } from './buy/buy-form.tsx'
import { CardTab } from './card-tab.tsx'
import { useKeptOrders } from './order/kept-orders.ts'
import { OrderView } from './order/order-view.tsx'
import styles from './page.module.css'
import { OrdersTab } from './query/orders-tab.tsx'
import { useCatalogue } from './shared/queries.ts'
import { UnpaidNote } from './unpaid-note.tsx'

const names: Readonly<Record<StoreTab, string>> = { buy: '买邮箱', orders: '查订单', card: '验卡密' }
const titles: Readonly<Record<StoreTab, string>> = {
  buy: '商店',
  orders: '查订单',
  card: '验卡密',
}

export function Component() {
  const [params] = useSearchParams()
  const orderNo = params.get('order')
  const kept = useKeptOrders(state => state.orders.find(order => order.orderNo === orderNo))
  return (
    <AntdRoot>
      <PublicLayout>{kept ? <OrderView key={kept.orderNo} kept={kept} /> : <Counter />}</PublicLayout>
    </AntdRoot>
  )
}

/** The shop itself. An order in the URL that this browser did not make is looked for by phone. */
function Counter() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const panel = useId()
  const stranger = params.get('order')
  const asked = storeTabs.find(tab => tab === params.get('tab')) ?? 'buy'
  const tab = stranger === null ? asked : 'orders'
  const line = useStoreLine()
  useTitle(titles[tab])
  return (
    <>
      <div className={styles.lead}>
        <h1>{tab === 'buy' ? line : titles[tab]}</h1>
        <Tabs
          label="商店"
          items={storeTabs.map(name => ({ name, label: names[name] }))}
          active={tab}
          onChange={name => void navigate(storePath({ tab: name === 'buy' ? null : name }))}
          panel={panel}
        />
      </div>
      <div id={panel} role="tabpanel" aria-label={names[tab]}>
        {tab === 'buy' && <Goods />}
        {tab === 'orders' && <OrdersTab wanted={stranger ?? ''} />}
        {tab === 'card' && <CardTab />}
      </div>
    </>
  )
}

/** The address to renew, when its domain is not for sale: the form must not go on with the same name elsewhere. */
function unsoldAddress(renew: string | null, sold: readonly { name: string }[]): string | null {
  if (!renew?.includes('@')) return null
  return sold.some(({ name }) => renew.endsWith(`@${name}`)) ? null : renew
}

function Goods() {
  const [params] = useSearchParams()
  const catalogue = useCatalogue()
  if (catalogue.isPending) {
    return (
      <div className={styles.state}>
        <Bones lines={8} />
      </div>
    )
  }
  if (catalogue.isError) return <ErrorState error={catalogue.error} retry={() => void catalogue.refetch()} />
  const { open, list } = catalogue.data
  const notSold = unsoldAddress(params.get('renew'), list)
  return (
    <>
      <UnpaidNote />
      {!open || list.length === 0 ? (
        <Empty
          drawing={<Drawing of="shop" />}
          text={
            open ? '现在没有在卖的域名，过些时候再来看看。' : '商店没有开放。买过的仍可以在“查订单”里找到。'
          }
        >
          <ButtonLink to={paths.home}>回首页</ButtonLink>
        </Empty>
      ) : notSold !== null ? (
        <Empty drawing={<Drawing of="shop" />} text={`${notSold} 不能在这里续费，它的域名没有在卖。`}>
          <ButtonLink to={storePath({})}>看看在卖的</ButtonLink>
        </Empty>
      ) : (
        <BuyForm catalogue={catalogue.data} />
      )}
    </>
  )
}
