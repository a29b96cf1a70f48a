/**
 * /user/emailAccount: e-mail accounts and temporary addresses, the caller's own or for an admin all of the
 * site's. The view (tab, search, filters, sort, page) is in the URL. An admin also looks at a mailbox of somebody else
 * here.
 */

import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { Dropdown } from 'antd'
import { Download, Ellipsis, Layers, Plus, Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { RoomLines } from '../../../account/limits/room-lines.tsx'
import { PageSheet } from '../../../account/page-sheet.tsx'
import { usePermission } from '../../../account/permission.ts'
import { reasonOf } from '../../../api/api-error.ts'
import { fetchBytes } from '../../../api/index.ts'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Bones } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { Accounts } from './accounts.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { useKeptLook } from './look/kept-look.ts'
import { MakeDrawer, type MakeMode } from './make-drawer.tsx'
import { useAccounts, useFilter, useTab } from './queries.ts'

type Open = MakeMode | 'import' | null

/** The URL also names the open drawer. */
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

const LookView = lazy(async () => ({ default: (await import('./look/look-view.tsx')).LookView }))
const LookDialog = lazy(async () => ({ default: (await import('./look/look-dialog.tsx')).LookDialog }))

/** The URL names the mailbox of somebody else; it is shown while this tab looks at it, and asked for before. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const kept = useKeptLook(state => state.look)
  const wanted = usePermission().role === 'admin' ? params.get('look') : null
  if (wanted !== null && kept?.mailbox === wanted) {
    return (
      <Suspense fallback={<Bones />}>
        <LookView key={kept.token} kept={kept} />
      </Suspense>
    )
  }
  const close = () =>
    setParams(known => {
      const next = new URLSearchParams(known)
      next.delete('look')
      return next
    })
  return (
    <>
      <AccountsPage />
      {wanted !== null && (
        <Suspense>
          <LookDialog mailbox={wanted} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function AccountsPage() {
  const table = useTableQuery()
  const tab = useTab()
  const filter = useFilter(table)
  const { data } = useAccounts(table)
  const [open, setOpen] = useOpen()
  const [busy, setBusy] = useState(false)
  const narrow = useMedia(PHONE)
  const panel = useId()
  const counts = data?.counts

  async function save(): Promise<void> {
    setBusy(true)
    try {
      const query = { ...filter, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      saveBlob(
        await fetchBytes(wireRequest(routes.exportEmailAccount, { query })),
        `邮箱-${tab === 'account' ? '账号' : '临时'}.csv`,
      )
      showToast('已导出，不含密码')
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  const more: { label: string; icon: ReactNode; run: () => void; plain?: true }[] = [
    { label: '导入', icon: <Upload aria-hidden />, run: () => setOpen('import') },
    ...(tab === 'deleted' ? [] : [{ label: '导出', icon: <Download aria-hidden />, run: () => void save() }]),
    { label: '批量新建', icon: <Layers aria-hidden />, run: () => setOpen('many'), plain: true },
  ]
  return (
    <PageSheet
      title="邮箱账号"
      actions={
        <>
          {narrow ? (
            <Dropdown
              trigger={['click']}
              placement="bottomRight"
              menu={{
                items: more.map(({ label, icon, run }) => ({ key: label, label, icon, onClick: run })),
              }}
            >
              <IconButton label="更多操作" aria-haspopup="menu">
                <Ellipsis aria-hidden />
              </IconButton>
            </Dropdown>
          ) : (
            more.map(({ label, icon, run, plain }) => (
              <Button
                key={label}
                kind={plain ? 'plain' : 'quiet'}
                busy={busy && label === '导出'}
                icon={icon}
                onClick={run}
              >
                {label}
              </Button>
            ))
          )}
          <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('one')}>
            新建邮箱
          </Button>
        </>
      }
    >
      <RoomLines names={['mailboxes', 'storage']} />
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
