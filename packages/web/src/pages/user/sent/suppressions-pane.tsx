/** 停发名单: addresses that bounced for good and are not written to any more, until somebody takes them off. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { PanelLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { type DataColumn, DataTable } from '../../../api/data-table.tsx'
import paneStyles from '../../../mail/panes/list-pane.module.css'
import { useMailSource } from '../../../mail/source.tsx'
import { AddressText } from '../../../ui/address-text.tsx'
import { BatchBar } from '../../../ui/batch-bar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { TableTools } from '../../../ui/table-tools.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { useRenewSent, useSuppressions } from './queries.ts'
import styles from './sent.module.css'

type Row = AnswerOf<Calls['getSuppressions']>['list'][number]

export function SuppressionsPane({ onFolders }: { onFolders: () => void }) {
  const { api } = useMailSource()
  const table = useTableQuery()
  const result = useSuppressions(table)
  const renew = useRenewSent()
  const [chosen, setChosen] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const here = chosen.filter(id => result.data?.list.some(row => row.id === id))
  const remove = async (ids: string[]) => {
    setBusy(true)
    try {
      await api.delSuppression({ body: { ids } })
      showToast(ids.length > 1 ? `${ids.length} 个地址又可以写信了` : '又可以给这个地址写信了')
      setChosen([])
      await renew()
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  const columns: DataColumn<Row>[] = [
    { key: 'address', title: '地址', render: (_, row) => <AddressText address={row.address} /> },
    {
      key: 'reason',
      title: '为什么停发',
      render: (_, row) => <span className={styles.words}>{row.reason}</span>,
    },
    { key: 'at', title: '从什么时候', width: 140, render: (_, row) => <TimeText at={row.createdAt} full /> },
    {
      key: 'acts',
      title: <span className="sr">操作</span>,
      width: 100,
      align: 'right',
      render: (_, row) => (
        <Button size="small" kind="link" onClick={() => void remove([row.id])}>
          拿掉
        </Button>
      ),
    },
  ]
  return (
    <section className={styles.wide} aria-label="停发名单">
      <div className={styles.title}>
        <IconButton small className={paneStyles.boxesButton} label="文件夹" onClick={onFolders}>
          <PanelLeft aria-hidden />
        </IconButton>
        <h2>停发名单</h2>
      </div>
      <p className={styles.says}>
        这些地址退过信，再寄只会再退，还会让别处不信任这里，所以不再寄去。确信地址又能用了，就把它拿掉。
      </p>
      <TableTools
        query={table}
        searchLabel="搜地址"
        summary={result.data && `共 ${result.data.total.toLocaleString('zh-CN')} 个`}
      />
      <DataTable
        label="停发名单"
        query={table}
        result={result}
        columns={columns}
        selection={{ chosen: here, onChange: setChosen, nameOf: row => row.address }}
        phone={row => (
          <div className={styles.cell}>
            <AddressText address={row.address} />
            <span className={styles.words}>{row.reason}</span>
            <span className="line">
              <small className="grow">
                <TimeText at={row.createdAt} full />
              </small>
              <Button size="small" kind="link" onClick={() => void remove([row.id])}>
                拿掉
              </Button>
            </span>
          </div>
        )}
        empty={
          <Empty
            drawing={<Drawing of={table.q ? 'search' : 'blocks'} />}
            text={table.q ? '没有找到这样的地址' : '名单是空的，没有地址退过信'}
          />
        }
      />
      <BatchBar
        count={here.length}
        unit="个"
        busy={busy}
        onClear={() => setChosen([])}
        actions={[{ label: '拿掉', icon: <Undo2 aria-hidden />, run: () => void remove(here) }]}
      />
    </section>
  )
}
