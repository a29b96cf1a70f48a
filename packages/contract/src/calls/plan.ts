/** The catalogue for the people who sell: plans of a domain, and names with rules of their own. */
import { z } from 'zod'
import { accounts, defineCall } from '../call.ts'
import { cents, deleted, domainId, localPart, page, pageSize, search, seenWords, total } from '../fields.ts'
import { routes } from '../routes.ts'
import { plan } from './store.ts'

/** The prices of plan and name add up to the price of an order, which has the same bound as any amount. */
const price = cents.max(50_000_000, '最多 50 万元')

export const planRow = plan.extend({
  domainId,
  onSale: z.boolean().describe('在商店里显示'),
  sold: z.int().describe('付过款的订单数'),
})
export type PlanRow = z.output<typeof planRow>

const planFields = {
  name: z.string().trim().min(1, '请填写名称').max(30, '名称最多 30 个字').describe('套餐名'),
  hint: z.string().trim().max(60, '说明最多 60 个字').optional().describe('一句说明'),
  days: z.int().min(1, '至少一天').max(36_500, '最多 36500 天').nullable().describe('天数，null 为永久'),
  price: price.min(1, '至少 1 分').describe('买新地址的价格，单位分'),
  renewPrice: price.min(1, '至少 1 分').describe('续费的价格，单位分'),
  quotaMb: z
    .int()
    .min(1, '至少 1 MB')
    .max(10_000_000, '最多 10000000 MB')
    .nullable()
    .describe('容量上限（MB），null 不限'),
  maySend: z.boolean().describe('能否发信'),
  recommended: z.boolean().optional().describe('标作“多数人选”'),
  onSale: z.boolean().optional().describe('在商店里显示；不填为显示'),
}

export const getPlans = defineCall(routes.getPlans, {
  group: 'store',
  who: accounts,
  page: 'domain',
  summary: { zh: '一个域名的全部套餐', en: 'All plans of a domain' },
  query: z.strictObject({ domainId }),
  answer: z.object({ list: z.array(planRow).describe('按商店里的顺序') }),
  errors: ['notFound'],
})

export const addPlan = defineCall(routes.addPlan, {
  group: 'store',
  who: accounts,
  page: 'domain',
  summary: { zh: '给域名加一个套餐', en: 'Add a plan to a domain' },
  body: z.strictObject({ domainId, ...planFields }),
  answer: z.object({ plan: planRow.describe('新的套餐，排在最后') }),
  errors: ['notFound', 'limitReached'],
})

const planChange = {
  name: planFields.name.optional(),
  hint: planFields.hint,
  days: planFields.days.optional().describe('天数，null 为永久'),
  price: planFields.price.optional(),
  renewPrice: planFields.renewPrice.optional(),
  quotaMb: planFields.quotaMb.optional(),
  maySend: planFields.maySend.optional(),
  recommended: planFields.recommended,
  onSale: planFields.onSale,
}

export const editPlan = defineCall(routes.editPlan, {
  group: 'store',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '改套餐；已经下的订单不变',
    en: 'Edit a plan; orders already made stay as they are',
  },
  body: z.strictObject({
    id: plan.shape.id,
    ...planChange,
    position: z.int().min(0).max(100).optional().describe('排到第几个，从 0 开始'),
    seen: z.strictObject(planChange).optional().describe(seenWords),
  }),
  answer: z.object({ plan: planRow.describe('改过之后的样子') }),
  errors: ['notFound', 'conflict'],
})

export const delPlan = defineCall(routes.delPlan, {
  group: 'store',
  who: accounts,
  page: 'domain',
  summary: { zh: '删除套餐；已经下的订单不变', en: 'Delete a plan; orders already made stay as they are' },
  body: z.strictObject({ id: plan.shape.id }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const specialKinds = ['reserved', 'premium'] as const
export type SpecialKind = (typeof specialKinds)[number]

const specialKind = z.enum(specialKinds).describe('reserved 保留不卖，premium 靓号')

const specialName = z.object({
  localPart: z.string().describe('@ 前面的名字'),
  kind: specialKind,
  price: cents.describe('靓号的名字价，单位分，在套餐价之外一次付清；保留的为 0'),
  taken: z.boolean().describe('已经有人用了'),
})
export type SpecialName = z.output<typeof specialName>

export const getSpecialNames = defineCall(routes.getSpecialNames, {
  group: 'store',
  who: accounts,
  page: 'domain',
  summary: { zh: '域名上保留的名字和靓号', en: 'Reserved and premium names of a domain' },
  query: z.strictObject({
    domainId,
    page,
    pageSize,
    q: search.describe('名字的一部分'),
    kind: specialKind.optional(),
  }),
  answer: z.object({ list: z.array(specialName).describe('按名字排'), total }),
  errors: ['notFound'],
})

const names = z
  .array(localPart)
  .min(1, '至少一个名字')
  .max(1000, '一次最多 1000 个')
  .describe('@ 前面的名字，最多 1000 个')

export const setSpecialNames = defineCall(routes.setSpecialNames, {
  group: 'store',
  who: accounts,
  page: 'domain',
  summary: {
    zh: '把一些名字设为保留或靓号，已有的改成新的',
    en: 'Make names reserved or premium, replacing what they were',
  },
  body: z.strictObject({
    domainId,
    names,
    kind: specialKind,
    price: price.optional().describe('靓号的名字价，单位分；靓号必填'),
  }),
  answer: z.object({ set: z.int().describe('设了几个') }),
  errors: ['notFound', 'limitReached'],
})

export const delSpecialNames = defineCall(routes.delSpecialNames, {
  group: 'store',
  who: accounts,
  page: 'domain',
  summary: { zh: '取消保留的名字和靓号', en: 'Make special names ordinary again' },
  body: z.strictObject({
    domainId,
    names,
  }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})
