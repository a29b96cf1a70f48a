/** Lists the notices to one address, newest first, with their outcome. */
import type { AnswerOf, Calls, Webhook } from '@yanshu/contract'
import { Drawer } from 'antd'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { DeliveryState, entryStates } from '../../../../account/notice/hook-state.tsx'
import { reasonOf } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { PageLinks } from '../../../../ui/page-links.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import { showError, showToast } from '../../../../ui/toast.ts'
import { useNow } from '../../../../ui/use-now.ts'
import styles from './log-drawer.module.css'
import { logPageSize, useHookLog } from './queries.ts'
import { entryWords } from './result-words.ts'
import { useLingering } from './use-lingering.ts'

export function LogDrawer({ hook, onClose }: { hook: Webhook | null; onClose: () => void }) {
  const { shown, turn } = useLingering(hook)
  return (
    <Drawer
      open={hook !== null}
      onClose={onClose}
      title={`发送记录 · ${shown?.name ?? ''}`}
      size={520}
      styles={{ wrapper: { maxWidth: '100%' } }}
      destroyOnHidden
    >
      {shown !== null && <Log key={turn} id={shown.id} />}
    </Drawer>
  )
}

function Log({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useHookLog(id, page)
  return (
    <div className={styles.log}>
      <div className={styles.about}>
        <p className="small muted">没送到的会隔一阵再试，最多七次。记录保留七天。</p>
        <Button
          size="small"
          kind="quiet"
          icon={<RotateCw aria-hidden />}
          busy={isFetching}
          onClick={() => void refetch()}
        >
          刷新
        </Button>
      </div>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Bones />}
      {data?.total === 0 && <Empty drawing={<Drawing of="log" />} text="最近七天没有发过通知。" />}
      {data && data.list.length > 0 && (
        <ul>
          {data.list.map(entry => (
            <LogEntry key={entry.id} entry={entry} onReplayed={() => void refetch()} />
          ))}
        </ul>
      )}
      {data && data.total > logPageSize && (
        <PageLinks page={page} pageSize={logPageSize} total={data.total} onChange={setPage} />
      )}
    </div>
  )
}

type LogEntryProps = { entry: AnswerOf<Calls['getWebhookLog']>['list'][number]; onReplayed: () => void }

function LogEntry({ entry, onReplayed }: LogEntryProps) {
  const now = useNow(30_000)
  const [busy, setBusy] = useState(false)
  const replay = async () => {
    setBusy(true)
    try {
      await api.replayWebhook({ body: { id: entry.id } })
      showToast('已排队，马上再送一次')
      onReplayed()
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <DeliveryState state={entry.state} says={entryStates[entry.state]} />
        <TimeText at={entry.createdAt} full />
        {entry.state !== 'waiting' && (
          <Button size="small" kind="quiet" busy={busy} onClick={() => void replay()}>
            再送一次
          </Button>
        )}
      </div>
      <p>{entryWords(entry, now)}</p>
      {entry.detail && <p className={styles.detail}>{entry.detail}</p>}
    </li>
  )
}
