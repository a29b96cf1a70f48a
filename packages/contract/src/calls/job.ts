/** Long work that somebody asked for: how far it is, stopping it, going on, and what it made. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { id, time } from '../fields.ts'
import { routes } from '../routes.ts'

export const jobKinds = [
  'createAccounts',
  'importAccounts',
  'editAccounts',
  'deleteAccounts',
  'deleteMails',
  'exportData',
] as const
export type JobKind = (typeof jobKinds)[number]

export const jobStates = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** The answer of a call whose work became a job. */
export const jobId = id.describe('任务编号：做成了任务，用 getJob 看进度和结果')
export const asJob = z
  .literal(true)
  .optional()
  .describe('做成任务：马上回 jobId，不管多少都在后台做完，关掉页面也不停')

export const job = z.object({
  id: id.describe('任务编号'),
  kind: z
    .enum(jobKinds)
    .describe(
      'createAccounts 新建邮箱，importAccounts 导入邮箱，editAccounts 修改邮箱，deleteAccounts 删除邮箱，deleteMails 删除邮件，exportData 导出自己的数据',
    ),
  state: z
    .enum(jobStates)
    .describe('waiting 排着队，running 在做，done 做完了，cancelled 停下了，failed 出错停了'),
  about: z.record(z.string(), z.string()).describe('说明是哪一件：file 文件名，domain 域名'),
  total: z.int().describe('一共多少个'),
  done: z.int().describe('已经处理多少个，包括没成的'),
  failed: z.int().describe('其中没成的'),
  secrets: z.int().describe('还有多少个新密码没有取走；用 takeJobSecrets 取，只给一次'),
  bytes: z.int().nullable().describe('做出的文件有多大（字节），没有文件则为 null'),
  cancelling: z.boolean().describe('已经叫停，手上这一段做完就停'),
  resumable: z.boolean().describe('停下或出错的，能不能用 resumeJob 接着做'),
  error: z.string().nullable().describe('出错停了的原因，中文'),
  resumedAt: time.nullable().describe('服务重启后接着做的时间，没有过则为 null'),
  createdAt: time.describe('什么时候要求的'),
  startedAt: time.nullable().describe('什么时候开始做，还没开始则为 null'),
  endedAt: time.nullable().describe('什么时候结束，还没结束则为 null'),
  keptUntil: time.nullable().describe('结果留到什么时候，还没结束则为 null'),
})
export type Job = z.output<typeof job>

const jobFailure = z.object({
  line: z.int().optional().describe('在文件里的行号，只有导入才有'),
  column: z.string().optional().describe('哪一列有问题，只有导入才有'),
  address: z.string().describe('哪个邮箱'),
  msg: z.string().describe('原因，中文'),
  resting: z.literal(true).optional().describe('名字不久前有人用过，管理员可以用 releaseName 放开'),
})
export type JobFailure = z.output<typeof jobFailure>

export const getJobs = defineCall(routes.getJobs, {
  group: 'job',
  who: loggedIn,
  page: { none: 'work is shown to whoever began it, on every page' },
  summary: { zh: '自己的任务，新的在前', en: "The caller's own jobs, newest first" },
  answer: z.object({ list: z.array(job).describe('在做的和结果还留着的') }),
  errors: [],
})

export const getJob = defineCall(routes.getJob, {
  group: 'job',
  who: loggedIn,
  page: { none: 'work is shown to whoever began it, on every page' },
  summary: {
    zh: '一个任务：进度、结果和没成的',
    en: 'One job: how far it is, its result, and what did not work',
  },
  query: z.strictObject({
    id: id.describe('任务编号'),
    after: z.coerce.number().int().min(0).optional().describe('上一次给的 next：从那里接着列没成的'),
  }),
  answer: z.object({
    job: job.describe('任务现在的样子'),
    failures: z.array(jobFailure).describe('没成的和原因'),
    next: z.int().nullable().describe('没成的还没列完：下一次从这里接着；null 表示列完了'),
  }),
  errors: ['notFound'],
})

const oneJob = z.strictObject({ id: id.describe('任务编号') })

export const cancelJob = defineCall(routes.cancelJob, {
  group: 'job',
  who: loggedIn,
  page: { none: 'work is shown to whoever began it, on every page' },
  summary: {
    zh: '停下一个任务，已经做好的留着',
    en: 'Stop a job; what is done stays',
  },
  body: oneJob,
  answer: z.object({ job: job.describe('任务现在的样子') }),
  errors: ['notFound'],
})

export const resumeJob = defineCall(routes.resumeJob, {
  group: 'job',
  who: loggedIn,
  page: { none: 'work is shown to whoever began it, on every page' },
  summary: {
    zh: '接着做停下或出错的任务，做好的不重复',
    en: 'Go on with a job that was stopped or failed; nothing is done twice',
  },
  body: oneJob,
  answer: z.object({ job: job.describe('任务现在的样子') }),
  errors: ['notFound', 'conflict', 'limitReached'],
})

export const takeJobSecrets = defineCall(routes.takeJobSecrets, {
  group: 'job',
  who: loggedIn,
  page: { none: 'work is shown to whoever began it, on every page' },
  letters: true,
  summary: {
    zh: '取走任务里生成的密码，取过就删掉，只给这一次',
    en: 'Take the passwords that a job made. They are erased as they are given, and given this once',
  },
  body: oneJob,
  answer: z.object({
    list: z
      .array(
        z.object({
          address: z.string().describe('哪个邮箱'),
          password: z.string().describe('它的密码，只显示这一次'),
        }),
      )
      .describe('按建成的先后'),
  }),
  errors: ['notFound', 'conflict'],
})

export const getJobFile = defineCall(routes.getJobFile, {
  group: 'job',
  who: loggedIn,
  page: { none: 'work is shown to whoever began it, on every page' },
  letters: true,
  answers: 'bytes',
  summary: { zh: '下载任务做出的文件', en: 'The file that a job made' },
  query: z.strictObject({ id: id.describe('任务编号') }),
  answer: z.object({}),
  errors: ['notFound'],
})
