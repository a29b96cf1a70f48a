/**
 * Shows long jobs: all of them, or one with its progress and result. Its place in the URL restores it after a
 * reload.
 */
import { Drawer } from 'antd'
import { useState } from 'react'
import { ErrorState } from '../../api/error-state.tsx'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import { JobView } from './job-view.tsx'
import { figure, jobAbout, jobState, jobTitle } from './job-words.ts'
import styles from './jobs.module.css'
import { type Made, MadeAccounts } from './made-accounts.tsx'
import { allJobs, useJobs, useOpenJob } from './queries.ts'

export function JobDrawer() {
  const [id, open] = useOpenJob()
  const [secrets, setSecrets] = useState<{ of: string; list: Made[] } | null>(null)
  const shown = secrets !== null && secrets.of === id ? secrets.list : null
  const close = () => {
    setSecrets(null)
    open(null)
  }
  return (
    <Drawer
      open={id !== null}
      onClose={close}
      title={shown === null ? '任务' : '邮箱和密码'}
      size={560}
      closable={shown === null}
      mask={{ closable: shown === null }}
      keyboard={shown === null}
      styles={{ wrapper: { maxWidth: '100%' }, body: { padding: 0 } }}
      destroyOnHidden
    >
      {shown !== null ? (
        <MadeAccounts title="邮箱和密码" made={shown} failed={[]} onClose={() => setSecrets(null)} />
      ) : id === allJobs ? (
        <JobList onOpen={open} />
      ) : (
        id !== null && (
          <JobView
            key={id}
            id={id}
            onAll={() => open(allJobs)}
            onSecrets={list => setSecrets({ of: id, list })}
          />
        )
      )}
    </Drawer>
  )
}

function JobList({ onOpen }: { onOpen: (id: string) => void }) {
  const jobs = useJobs()
  if (jobs.error) return <ErrorState error={jobs.error} retry={() => void jobs.refetch()} />
  if (!jobs.data) return <Bones />
  if (jobs.data.length === 0)
    return (
      <Empty drawing={<Drawing of="jobs" />} text="没有任务。要做很久的事会放在这里，关掉页面也会做下去。" />
    )
  return (
    <ul className={styles.list}>
      {jobs.data.map(job => (
        <li key={job.id}>
          <button type="button" onClick={() => onOpen(job.id)}>
            <b>{jobTitle(job)}</b>
            <span className="small muted">
              {jobState(job)} {figure(job.done)} / {figure(job.total)}
            </span>
            <span className="small muted clip">{jobAbout(job)}</span>
            <progress aria-label={jobTitle(job)} value={job.done} max={Math.max(1, job.total)} />
          </button>
        </li>
      ))}
    </ul>
  )
}
