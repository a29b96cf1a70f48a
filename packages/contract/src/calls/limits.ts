/** The limits of the caller, and how much of them is used. */
import { z } from 'zod'
import { accounts, defineCall } from '../call.ts'
import { time } from '../fields.ts'
import { routes } from '../routes.ts'

const use = z.object({
  used: z.int().min(0).describe('已经用了多少'),
  limit: z.int().min(0).nullable().describe('上限，null 不限'),
})
export type Use = z.output<typeof use>

const useInTime = use.extend({
  renewsAt: time.nullable().describe('什么时候重新计，null 表示还没开始计'),
})

export const getLimits = defineCall(routes.getLimits, {
  group: 'account',
  who: accounts,
  page: { none: 'shown on every page where a limit holds' },
  summary: { zh: '自己的各项上限，和已经用了多少', en: "The caller's limits and how much of each is used" },
  answer: z.object({
    domains: use.describe('域名，等着证明的也算'),
    mailboxes: use.describe('邮箱，两种都算；回收站里的不算'),
    storage: use.describe('名下邮箱占的空间，单位字节，回收站里的也算'),
    sendsPerDay: useInTime.describe('24 小时里发给了多少人'),
    apiPerMinute: useInTime.describe('这一分钟用密钥调用了多少次'),
    cards: use.describe('做好了、还没用完也没作废的卡密'),
  }),
  errors: [],
})
