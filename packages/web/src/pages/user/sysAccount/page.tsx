/**
 * /user/sysAccount: the system accounts of the site, what is kept out, what was complained about, and the log of what
 * admins did. For admins.
 */
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { PageSheet } from '../../../account/page-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Accounts } from './accounts.tsx'
import { AuditLog } from './audit-log.tsx'
import { Blocks } from './blocks.tsx'
import { Complaints } from './complaints.tsx'

const tabs = [
  { name: 'accounts', label: '系统账号' },
  { name: 'blocks', label: '拦截名单' },
  { name: 'complaints', label: '举报' },
  { name: 'log', label: '操作记录' },
] as const

/** The name of the button of each tab. */
const makes: Readonly<Partial<Record<(typeof tabs)[number]['name'], string>>> = {
  accounts: '新建账号',
  blocks: '加进名单',
}

export function Component() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find(({ name }) => name === params.get('tab')) ?? tabs[0]
  const panel = useId()
  const edit = (value: string | null) =>
    setParams(known => {
      const next = new URLSearchParams(known)
      if (value === null) next.delete('edit')
      else next.set('edit', value)
      return next
    })
  const make = makes[tab.name]
  return (
    <PageSheet
      title="系统账号"
      actions={
        make && (
          <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => edit('new')}>
            {make}
          </Button>
        )
      }
    >
      <Tabs
        label="系统账号"
        items={tabs}
        active={tab.name}
        onChange={name => setParams(name === 'accounts' ? {} : { tab: name })}
        panel={panel}
      />
      <div id={panel} role="tabpanel" aria-label={tab.label}>
        {tab.name === 'accounts' && <Accounts onCreate={() => edit('new')} />}
        {tab.name === 'blocks' && (
          <Blocks adding={params.get('edit') === 'new'} onAddingEnd={() => edit(null)} />
        )}
        {tab.name === 'complaints' && <Complaints />}
        {tab.name === 'log' && <AuditLog />}
      </div>
    </PageSheet>
  )
}
