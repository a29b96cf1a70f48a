/** Shows in the header whether any long job is running, with a link to it. */
import { ListChecks } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import styles from './jobs.module.css'
import { allJobs, isUnderWay, useJobs, useOpenJob } from './queries.ts'

export function JobTray() {
  const [, open] = useOpenJob()
  const jobs = useJobs().data ?? []
  const running = jobs.filter(isUnderWay)
  if (jobs.length === 0) return null
  const [only] = running
  return (
    <span className={styles.tray}>
      <IconButton
        label={running.length === 0 ? '任务' : `任务，${running.length} 个在做`}
        onClick={() => open(running.length === 1 && only ? only.id : allJobs)}
      >
        <ListChecks aria-hidden />
      </IconButton>
      {running.length > 0 && <b aria-hidden>{running.length}</b>}
    </span>
  )
}
