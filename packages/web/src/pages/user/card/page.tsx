/**
 * /user/card: what is sold. Card codes and orders, one's own or all of the site's for an admin; for an admin the money
 * matters that wait for a person; and what is for sale on the domains. The tab is in the URL.
 */
import { pageNames } from '@yanshu/contract/permission-names'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Catalogue } from '../../../account/catalogue/catalogue.tsx'
import { PageSheet } from '../../../account/page-sheet.tsx'
import { useCan, usePermission } from '../../../account/permission.ts'
import { Button } from '../../../ui/button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Batches } from './batches.tsx'
import type { Made } from './made-codes.tsx'
import { MakeDrawer } from './make-drawer.tsx'
import { Cases } from './orders/cases.tsx'
import { Orders } from './orders/orders.tsx'
import { useOpenCases } from './orders/queries.ts'

const names = { cards: '卡密', orders: '订单', cases: '待处理', plans: '套餐' } as const
type Tab = keyof typeof names

export function Component() {
  const [params, setParams] = useSearchParams()
  const [made, setMade] = useState<Made | null>(null)
  const { role, pages } = usePermission()
  const isAdmin = role === 'admin'
  const mayMake = useCan('createCard')
  const waiting = useOpenCases(isAdmin)
  const panel = useId()
  const there: Tab[] = [
    'cards',
    'orders',
    ...(isAdmin ? ['cases' as const] : []),
    ...(isAdmin || pages.includes('domain') ? ['plans' as const] : []),
  ]
  const tab = there.find(name => name === params.get('tab')) ?? 'cards'
  const making = (open: boolean) =>
    setParams(known => {
      const next = new URLSearchParams(known)
      if (open) next.set('make', '1')
      else next.delete('make')
      return next
    })
  return (
    <PageSheet
      title={pageNames.card}
      actions={
        mayMake &&
        tab === 'cards' && (
          <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => making(true)}>
            制作卡密
          </Button>
        )
      }
    >
      <Tabs
        label={pageNames.card}
        items={there.map(name => ({
          name,
          label: names[name],
          count: name === 'cases' && waiting ? waiting : undefined,
        }))}
        active={tab}
        onChange={name => setParams(name === 'cards' ? {} : { tab: name })}
        panel={panel}
      />
      <div id={panel} role="tabpanel" aria-label={names[tab]}>
        {tab === 'cards' && <Batches onMake={mayMake ? () => making(true) : null} />}
        {tab === 'orders' && <Orders isAdmin={isAdmin} />}
        {tab === 'cases' && <Cases />}
        {tab === 'plans' && <Catalogue />}
      </div>
      <MakeDrawer
        open={mayMake && params.has('make')}
        made={made}
        onMade={setMade}
        onClose={() => making(false)}
      />
    </PageSheet>
  )
}
