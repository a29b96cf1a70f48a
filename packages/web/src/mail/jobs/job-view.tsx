/** Shows one job: its progress, buttons to stop and resume it, and its result. */
import { useQueryClient } from '@tanstack/react-query'
import type { Job, JobFailure } from '@yanshu/contract'
import { wireRequest } from '@yanshu/contract/client'
import { csvDocument } from '@yanshu/contract/csv'
import { routes } from '@yanshu/contract/routes'
import { Download, KeyRound, Square } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { api, fetchBytes } from '../../api/index.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Bones } from '../../ui/states.tsx'
import { TimeText } from '../../ui/time.tsx'
import { useNow } from '../../ui/use-now.ts'
import { saveBlob } from '../view/save-blob.ts'
import drawer from './drawer.module.css'
import { figure, jobAbout, jobState, jobTitle, jobUnit, leftText } from './job-words.ts'
import styles from './jobs.module.css'
import { Faults, type Made } from './made-accounts.tsx'
import { isUnderWay, jobKeys, useJob } from './queries.ts'

type JobViewProps = { id: string; onAll: () => void; onSecrets: (list: Made[]) => void }

export function JobView({ id, onAll, onSecrets }: JobViewProps) {
  const result = useJob(id)
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (result.error) return <ErrorState error={result.error} retry={() => void result.refetch()} />
  if (!result.data) return <Bones />
  const { job, failures, next } = result.data

  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      await client.invalidateQueries({ queryKey: jobKeys.all })
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const body = { id }
  const take = () => act(async () => onSecrets((await api.takeJobSecrets({ body })).list))
  const fetchFile = () =>
    act(async () => {
      const bytes = await fetchBytes(wireRequest(routes.getJobFile, { query: { id } }))
      saveBlob(bytes, `yanshu-${job.createdAt.slice(0, 10)}.tar`)
    })
  return (
    <div className={drawer.drawer}>
      <div className={drawer.made}>
        <div>
          <h3 className={styles.name}>{jobTitle(job)}</h3>
          <p className="small muted">{jobAbout(job)}</p>
        </div>
        <Progress job={job} />
        {job.error !== null && <Failure text={`停在这里：${job.error}`} />}
        {job.secrets > 0 && !isUnderWay(job) && (
          <p className={drawer.once} role="status">
            <KeyRound aria-hidden />有 {figure(job.secrets)} 个新密码，只能看一次；看之前先准备好保存。
          </p>
        )}
        {failures.length > 0 && (
          <>
            <div>
              <Button
                size="small"
                icon={<Download aria-hidden />}
                onClick={() => void act(() => saveAll(id))}
              >
                下载没成的
              </Button>
            </div>
            <Faults
              failed={failures.map(shownFailure)}
              total={next === null ? failures.length : job.failed}
            />
          </>
        )}
        <Told job={job} />
      </div>
      <div className={drawer.foot}>
        <Failure text={failure} />
        <div className={drawer.buttons}>
          <Button kind="quiet" onClick={onAll}>
            全部任务
          </Button>
          <span className="grow" />
          {isUnderWay(job) && (
            <Button
              danger
              icon={<Square aria-hidden />}
              busy={busy || job.cancelling}
              onClick={() => void act(() => api.cancelJob({ body }))}
            >
              停下
            </Button>
          )}
          {job.resumable && (
            <Button busy={busy} onClick={() => void act(() => api.resumeJob({ body }))}>
              接着做
            </Button>
          )}
          {job.bytes !== null && job.state === 'done' && (
            <Button
              kind="primary"
              icon={<Download aria-hidden />}
              busy={busy}
              onClick={() => void fetchFile()}
            >
              下载
            </Button>
          )}
          {job.secrets > 0 && !isUnderWay(job) && (
            <Button kind="primary" busy={busy} onClick={() => void take()}>
              看密码
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

const shownFailure = ({ line, address, msg, resting }: JobFailure) => ({
  address: line === undefined ? address : `第 ${line} 行 ${address}`,
  msg,
  resting,
})

/** Saves all failures, including those that the page does not show. */
async function saveAll(id: string): Promise<void> {
  const lines: string[][] = [['行', '地址', '原因']]
  for (let after: number | null = 0; after !== null; ) {
    const answer: Awaited<ReturnType<typeof api.getJob>> = await api.getJob({ query: { id, after } })
    lines.push(...answer.failures.map(one => [String(one.line ?? ''), one.address, one.msg]))
    after = answer.next
  }
  saveBlob(new Blob([csvDocument(lines)]), `没成的-${lines.length - 1}.csv`)
}

function Progress({ job }: { job: Job }) {
  const now = useNow(1_000)
  const good = job.done - job.failed
  const share = (count: number) => `${(100 * count) / Math.max(1, job.total)}%`
  return (
    <div className={styles.progress}>
      <p>
        <b>{figure(job.done)}</b> / {figure(job.total)} {jobUnit(job)}
        <span className="small muted" role="status">
          {isUnderWay(job) ? leftText(job, now.getTime()) || jobState(job) : jobState(job)}
        </span>
      </p>
      <div
        className={styles.meter}
        role="progressbar"
        aria-label={jobTitle(job)}
        aria-valuenow={job.done}
        aria-valuemin={0}
        aria-valuemax={job.total}
      >
        <i style={{ width: share(good) }} />
        <i className={styles.bad} style={{ width: share(job.failed) }} />
      </div>
      <p className="small muted">
        成了 {figure(good)}，没成 {figure(job.failed)}，还没到 {figure(Math.max(0, job.total - job.done))}
      </p>
    </div>
  )
}

/** Shows the outcome of the job and its guarantees. */
function Told({ job }: { job: Job }) {
  return (
    <p className="small muted">
      <TimeText full at={job.createdAt} /> 开始
      {job.resumedAt !== null && (
        <>
          ，服务重启后 <TimeText full at={job.resumedAt} /> 接着做，没有重复
        </>
      )}
      。
      {isUnderWay(job) ? (
        '关掉页面也会做下去。停下后，做好的留着，没做的可以再接着做。'
      ) : (
        <>结果留到 {job.keptUntil !== null && <TimeText full at={job.keptUntil} />}。</>
      )}
    </p>
  )
}
