/**
 * /user/emailAccount: e-mail accounts and temporary addresses, one's own or all of the site's for an admin. What is shown
 * (tab, search, filters, sort, page) is in the URL.
 */
import { calls, wireRequest } from '@yanshu/contract'
import { Download, Layers, Plus, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/api-error.ts'
import { fetchBytes } from '../../../api/index.ts'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { PageSheet } from '../../../ui/page-sheet.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { Accounts } from './accounts.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { MakeDrawer, type MakeMode } from './make-drawer.tsx'
import { useAccounts, useFilter, useTab } from './queries.ts'

type Open = MakeMode | 'import' | null

/** Which drawer is open stands in the URL, too. */
function useOpen(): [Open, (open: Open) => void] {
  const [params, setParams] = useSearchParams()
  const open = (['one', 'many', 'import'] as const).find(name => name === params.get('open')) ?? null
  return [
    open,
    next =>
      setParams(known => {
        const changed = new URLSearchParams(known)
        if (next === null) changed.delete('open')
        else changed.set('open', next)
        return changed
      }),
  ]
}

export function Component() {
  const table = useTableQuery()
  const tab = useTab()
  const filter = useFilter(table)
  const { data } = useAccounts(table)
  const [open, setOpen] = useOpen()
  const [busy, setBusy] = useState(false)
  const panel = useId()
  const counts = data?.counts

  async function save(): Promise<void> {
    setBusy(true)
    try {
      const query = { ...filter, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      saveBlob(
        await fetchBytes(wireRequest(calls.exportEmailAccount, { query })),
        `邮箱-${tab === 'account' ? '账号' : '临时'}.csv`,
      )
      showToast('已导出，不含密码')
    } catch (error) {
      showError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageSheet
      title="邮箱账号"
      actions={
        <>
          <Button kind="quiet" icon={<Upload aria-hidden />} onClick={() => setOpen('import')}>
            导入
          </Button>
          {tab !== 'deleted' && (
            <Button kind="quiet" busy={busy} icon={<Download aria-hidden />} onClick={() => void save()}>
              导出
            </Button>
          )}
          <Button icon={<Layers aria-hidden />} onClick={() => setOpen('many')}>
            批量新建
          </Button>
          <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('one')}>
            新建邮箱
          </Button>
        </>
      }
    >
      <Tabs
        label="邮箱"
        panel={panel}
        active={tab}
        onChange={next => table.change({ tab: next === 'account' ? null : next })}
        items={[
          { name: 'account', label: '邮箱账号', count: counts?.account },
          { name: 'temporary', label: '临时邮箱', count: counts?.temporary },
          { name: 'deleted', label: '最近删除', count: counts?.deleted },
        ]}
      />
      <div id={panel} role="tabpanel" aria-label="邮箱">
        <Accounts key={tab} onMake={() => setOpen('one')} />
      </div>
      <MakeDrawer mode={open === 'one' || open === 'many' ? open : null} onClose={() => setOpen(null)} />
      <ImportDrawer open={open === 'import'} onClose={() => setOpen(null)} />
    </PageSheet>
  )
}
