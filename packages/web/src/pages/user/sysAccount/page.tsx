/** /user/sysAccount: the system accounts of the site, and the log of what was done to them. For admins. */
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { PageSheet } from '../../../ui/page-sheet.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Accounts } from './accounts.tsx'
import { AuditLog } from './audit-log.tsx'

const tabs = [
  { name: 'accounts', label: '系统账号' },
  { name: 'log', label: '操作记录' },
] as const

export function Component() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'log' ? 'log' : 'accounts'
  const panel = useId()
  const create = () => setParams(known => new URLSearchParams([...known, ['edit', 'new']]))
  return (
    <PageSheet
      title="系统账号"
      actions={
        tab === 'accounts' && (
          <Button kind="primary" icon={<Plus aria-hidden />} onClick={create}>
            新建账号
          </Button>
        )
      }
    >
      <Tabs
        label="系统账号"
        items={tabs}
        active={tab}
        onChange={name => setParams(name === 'log' ? { tab: 'log' } : {})}
        panel={panel}
      />
      <div id={panel} role="tabpanel" aria-label={tab === 'log' ? '操作记录' : '系统账号'}>
        {tab === 'log' ? <AuditLog /> : <Accounts onCreate={create} />}
      </div>
    </PageSheet>
  )
}
