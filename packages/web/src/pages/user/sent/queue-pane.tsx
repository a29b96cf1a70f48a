/** The queue of the whole site, for its operators: what waits, why, and where; pause, try now, cancel. */
import type { QueueRow, SendStop } from '@yanshu/contract'
import { Ban, PanelLeft, Pause, Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { type DataColumn, DataTable } from '../../../api/data-table.tsx'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import paneStyles from '../../../mail/panes/list-pane.module.css'
import { useMailSource } from '../../../mail/source.tsx'
import { BatchBar } from '../../../ui/batch-bar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { TableTools } from '../../../ui/table-tools.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { queueStates, useQueue, useRenewSent, useSendStops } from './queries.ts'
import { QueuePlaces } from './queue-places.tsx'
import { SendStops } from './send-stops.tsx'
import styles from './sent.module.css'
import { RecipientStateWord, stateLooks } from './states.tsx'

const filters = [
  {
    name: 'state',
    label: '状态',
    options: queueStates.map(state => ({ value: state, label: stateLooks[state].says })),
  },
]

const next = ({ nextAttemptAt, attempts, queuedAt }: QueueRow) => (
  <span className={styles.cell}>
    {nextAttemptAt ? <TimeText at={nextAttemptAt} full /> : '马上'}
    <small>{attempts === 0 ? '还没试过' : `试过 ${attempts} 次`}</small>
    <small>
      <TimeText at={queuedAt} full /> 进队列
    </small>
  </span>
)

/** Operators see the subject of their own letters alone. */
const letterOf = ({ from, subject }: QueueRow) =>
  subject === null ? from : `${from} · ${subject || '没有主题'}`

const words = ({ answer, reason }: QueueRow) => (
  <span className={styles.cell}>
    {reason && <span>{reason}</span>}
    {answer && <span className={styles.words}>{answer}</span>}
  </span>
)

const columns: DataColumn<QueueRow>[] = [
  {
    key: 'address',
    title: '收件人',
    render: (_, row) => (
      <span className={styles.cell}>
        <span className="mono">{row.address}</span>
        <small>{letterOf(row)}</small>
      </span>
    ),
  },
  { key: 'state', title: '状态', width: 96, render: (_, row) => <RecipientStateWord state={row.state} /> },
  { key: 'words', title: '对方的话', render: (_, row) => words(row) },
  { key: 'next', title: '下一次', width: 170, render: (_, row) => next(row) },
]

export function QueuePane({ onFolders }: { onFolders: () => void }) {
  const { api } = useMailSource()
  const table = useTableQuery()
  const result = useQueue(table)
  const stops = useSendStops()
  const renew = useRenewSent()
  const [chosen, setChosen] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const here = chosen.filter(id => result.data?.list.some(row => row.id === id))
  const change = async (ids: string[], action: 'retry' | 'cancel') => {
    const { changed } = await api.changeQueue({ body: { ids, action } })
    showToast(action === 'retry' ? `${changed} 个马上再试` : `取消了 ${changed} 个`)
    setChosen([])
    await renew()
  }
  const tryRun = (act: () => Promise<void>) => {
    setBusy(true)
    act()
      .catch((error: unknown) => showError(reasonOf(error)))
      .finally(() => setBusy(false))
  }
  const pause = (paused: boolean, domain?: string) =>
    tryRun(async () => {
      await api.pauseQueue({ body: { paused, ...(domain !== undefined && { domain }) } })
      showToast(paused ? '停住了，信会一直等着' : '继续发了')
      await renew()
    })
  const lift = ({ kind, id, name }: SendStop) =>
    tryRun(async () => {
      await api.liftSendStop({ body: { kind, id } })
      showToast(`${name} 可以发信了，等着的信接着发`)
      await renew()
    })
  const paused = result.data?.paused ?? false
  return (
    <section className={styles.wide} aria-label="队列">
      <div className={styles.title}>
        <IconButton small className={paneStyles.boxesButton} label="文件夹" onClick={onFolders}>
          <PanelLeft aria-hidden />
        </IconButton>
        <h2 className="grow">队列</h2>
        {result.data && !paused && (
          <Button size="small" busy={busy} icon={<Pause aria-hidden />} onClick={() => pause(true)}>
            停住发信
          </Button>
        )}
      </div>
      <p className={styles.says}>全站还没有结果的收件人。暂时没送到的会自己再试，不用管它。</p>
      {paused && (
        <div className={styles.paused} role="status">
          <Pause aria-hidden />
          <span className="grow">整个队列停着，一封也不往外发。</span>
          <Button size="small" busy={busy} icon={<Play aria-hidden />} onClick={() => pause(false)}>
            继续发信
          </Button>
        </div>
      )}
      <SendStops stops={stops.data ?? []} busy={busy} onLift={lift} />
      <QueuePlaces places={result.data?.destinations ?? []} busy={busy} onPause={pause} />
      <TableTools
        query={table}
        searchLabel="搜发件邮箱、收件人、域名"
        filters={filters}
        summary={result.data && `共 ${result.data.total.toLocaleString('zh-CN')} 个`}
      />
      <DataTable
        label="队列"
        query={table}
        result={result}
        columns={columns}
        selection={{ chosen: here, onChange: setChosen, nameOf: row => row.address }}
        phone={row => (
          <div className={styles.cell}>
            <span className="line">
              <b className="mono grow clip">{row.address}</b>
              <RecipientStateWord state={row.state} />
            </span>
            <small>{letterOf(row)}</small>
            {words(row)}
            {row.nextAttemptAt && (
              <small>
                下一次 <TimeText at={row.nextAttemptAt} full />
              </small>
            )}
            <span className="line">
              <Button size="small" onClick={() => tryRun(() => change([row.id], 'retry'))}>
                现在重试
              </Button>
              <Button
                size="small"
                kind="quiet"
                danger
                onClick={() => {
                  setChosen([row.id])
                  setAsking(true)
                }}
              >
                取消
              </Button>
            </span>
          </div>
        )}
        empty={
          <Empty
            drawing={<Drawing of={table.q ? 'search' : 'sent'} />}
            text={table.q ? '没有找到这样的收件人' : '队列是空的，都发出去了'}
          />
        }
      />
      <BatchBar
        count={here.length}
        unit="个"
        busy={busy}
        onClear={() => setChosen([])}
        actions={[
          {
            label: '现在重试',
            icon: <RotateCw aria-hidden />,
            run: () => tryRun(() => change(here, 'retry')),
          },
          { label: '取消发送', icon: <Ban aria-hidden />, run: () => setAsking(true), apart: true },
        ]}
      />
      <LossDialog
        open={asking}
        title={`不再发给这 ${here.length} 个收件人？`}
        action="取消发送"
        onConfirm={() => change(here, 'cancel')}
        onClose={() => setAsking(false)}
      >
        他们不会收到信，发件人会在已发送里看到“已取消”。
      </LossDialog>
    </section>
  )
}
