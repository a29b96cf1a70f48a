import type { Job, JobKind, JobState } from '@yanshu/contract'

const kindNames: Readonly<Record<JobKind, string>> = {
  createAccounts: '新建邮箱',
  importAccounts: '导入邮箱',
  editAccounts: '修改邮箱',
  deleteAccounts: '删除邮箱',
  deleteMails: '删除邮件',
  exportData: '导出我的数据',
}

/** The units of the things that a job works on. */
const units: Readonly<Record<JobKind, string>> = {
  createAccounts: '个',
  importAccounts: '行',
  editAccounts: '个',
  deleteAccounts: '个',
  deleteMails: '封',
  exportData: '封',
}

const stateNames: Readonly<Record<JobState, string>> = {
  waiting: '排着队',
  running: '在做',
  done: '做完了',
  cancelled: '停下了',
  failed: '没有做完',
}

export const jobTitle = (job: Pick<Job, 'kind'>): string => kindNames[job.kind]
export const jobUnit = (job: Pick<Job, 'kind'>): string => units[job.kind]
export const jobState = (job: Pick<Job, 'state' | 'cancelling'>): string =>
  job.cancelling ? '正在停下' : stateNames[job.state]

/** Returns the file or domain of the job. */
export const jobAbout = ({ about }: Pick<Job, 'about'>): string =>
  about.file ?? (about.domain === undefined ? '' : `@${about.domain}`)

export const figure = (value: number): string => value.toLocaleString('zh-CN')

/** Returns the remaining time at the speed so far; empty while it is unknown. */
export function leftText(job: Pick<Job, 'done' | 'total' | 'startedAt'>, now: number): string {
  if (job.startedAt === null || job.done === 0 || job.done >= job.total) return ''
  const seconds = ((now - Date.parse(job.startedAt)) / 1000 / job.done) * (job.total - job.done)
  if (seconds < 1) return ''
  return seconds < 90 ? `还要约 ${Math.ceil(seconds)} 秒` : `还要约 ${Math.ceil(seconds / 60)} 分钟`
}
