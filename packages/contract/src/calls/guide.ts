/** The guide: the steps of setting a site up, each with what was found when it was looked at. */
import { z } from 'zod'
import { admins, defineCall } from '../call.ts'
import { time } from '../fields.ts'
import { routes } from '../routes.ts'
import { dnsRecord } from './domain.ts'

export const guideSteps = [
  'password',
  'address',
  'mailHost',
  'portIn',
  'certificate',
  'domain',
  'firstMail',
  'sending',
  'store',
] as const
export type GuideStepName = (typeof guideSteps)[number]

export const guideStates = ['looking', 'done', 'todo', 'broken', 'unknown', 'skipped'] as const
export type GuideState = (typeof guideStates)[number]

const stepName = z
  .enum(guideSteps)
  .describe(
    'password 密码与两步验证，address 站点名称与公网地址，mailHost 收信主机，portIn 25 端口，certificate 证书，domain 第一个域名的解析，firstMail 从外面收到第一封信，sending 发信，store 开店',
  )

export const guideStep = z.object({
  name: stepName,
  state: z
    .enum(guideStates)
    .describe(
      'looking 正在看，done 办好，todo 还没办，broken 办好过、又不对了，unknown 从里面看不出来，skipped 跳过了',
    ),
  says: z
    .array(
      z.object({
        key: z.string().describe('看到的是什么，代号'),
        state: z
          .enum(['ok', 'todo', 'fail', 'unknown'])
          .describe('ok 好，todo 还差，fail 不通，unknown 看不出来'),
        text: z.string().describe('一句话'),
      }),
    )
    .describe('看到了什么；正在看时为空'),
  records: z.array(dnsRecord).describe('还差的解析记录；只有 domain 这一步有'),
  domainId: z.string().nullable().describe('看的是哪个域名；只有 domain 这一步有'),
  optional: z.boolean().describe('可选：不办也不影响收发'),
  lookedAt: time.nullable().describe('什么时候看的，正在看为 null'),
  doneAt: time.nullable().describe('最近一次看到办好的时间，没有过为 null'),
  brokenAt: time.nullable().describe('从什么时候起又不对了，没有为 null'),
  skippedAt: time.nullable().describe('什么时候跳过的，没有为 null'),
})
export type GuideStep = z.output<typeof guideStep>

const list = z.array(guideStep).describe('每一步，按页面上的顺序')

export const getGuide = defineCall(routes.getGuide, {
  group: 'site',
  who: admins,
  page: 'dashboard',
  summary: {
    zh: '开站指引：每一步办到哪里，看到了什么；没看完的先回 looking，稍后再问',
    en: 'The guide to setting the site up: what was found at each step',
  },
  answer: z.object({ list }),
  errors: [],
})

export const editGuide = defineCall(routes.editGuide, {
  group: 'site',
  who: admins,
  page: 'dashboard',
  summary: { zh: '开站指引里跳过、捡回或再查一步', en: 'Skip, take up or look again at a step of the guide' },
  body: z.strictObject({
    step: stepName,
    act: z.enum(['skip', 'take', 'look']).describe('skip 跳过，take 捡回来，look 再查'),
  }),
  answer: z.object({ list }),
  errors: [],
})
