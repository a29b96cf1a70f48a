/** Building blocks of the schemas: the same field means the same thing in every call. */
import { z } from 'zod'

export const id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, '编号格式不对')
export const ids = z.array(id).min(1, '至少选一项').max(1000, '一次最多 1000 项')
export const time = z.iso.datetime({ offset: true, error: '时间格式不对' })

/** `id` and `time` do not describe themselves: each use adds a description, or shares one of these. */
export const mailboxId = id.describe('邮箱编号')
export const mailId = id.describe('邮件编号')
export const domainId = id.describe('域名编号')
export const createdAt = time.describe('创建时间（ISO 8601，UTC）')
export const ownerId = id.nullable().describe('归属的系统账号的编号，null 没有归属')
export const ownerName = z.string().nullable().describe('归属的系统账号的用户名，null 没有归属')
export const token = z.string().describe('登录凭证，放在请求头里：Authorization: Bearer …')

export const address = z.string().min(3, '请填写邮箱地址').max(320, '地址太长').describe('邮箱地址')
export const localPart = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, '请填写名字')
  .max(64, '名字最多 64 个字符')
  .regex(/^[a-z0-9](?:[a-z0-9]|[._-](?=[a-z0-9]))*$/, '只能用字母、数字和中间的 . _ -')
  .describe('@ 前面的名字')
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, '请填写域名')
  .max(253, '域名太长')
  .describe('域名')

/** A new password. Long pass phrases are welcome; the upper bound only keeps hashing cheap. */
export const newPassword = z.string().min(8, '密码至少 8 位').max(256, '密码最多 256 位').describe('新密码')
/**
 * A password for a log-in attempt. The server only compares it, so any length that could have been set is
 * allowed.
 */
export const password = z.string().min(1, '请输入密码').max(1024, '密码太长').describe('密码')

export const note = z.string().trim().max(500, '最多 500 个字').describe('备注')
/** The values that the caller saw before it changed something: nothing that somebody else changed since is overwritten. */
export const seenWords =
  '改之前看到的值，只写要改的几项；其中有被别人改过的就什么都不改，回 1007 和现在的值。不写则直接改'
export const quotaMb = z.int().nullable().describe('容量上限（MB），null 不限')
export const cents = z.int().min(0).max(100_000_000).describe('金额，单位分')

/**
 * A number in a query string. Only plain decimal digits count; `1e3`, ` 5` and `0x1` do not. A client may
 * pass a number, which travels as those digits.
 */
export const queryInt = (min: number, max: number) =>
  z
    .union(
      [
        z
          .string()
          .regex(/^(?:0|[1-9][0-9]{0,15})$/, '要填整数')
          .transform(Number),
        z.int(),
      ],
      '要填整数',
    )
    .pipe(z.int().min(min, `不能小于 ${min}`).max(max, `不能大于 ${max}`))
    // The input is text: documents are told the bounds of the number it means.
    .meta({ minimum: min, maximum: max })

/** A yes or no in a query string. */
export const queryFlag = z
  .union(
    [z.enum(['true', 'false', '1', '0']).transform(value => value === 'true' || value === '1'), z.boolean()],
    '只能是 true 或 false',
  )
  .describe('true 是，false 否；1 和 0 也行')

/** Several ids in a query string, with commas between them. */
export const queryIds = z
  .string()
  .transform(text => text.split(','))
  .pipe(z.array(id).max(100, '一次最多 100 个'))

export const page = queryInt(1, 1_000_000).optional().describe('第几页，从 1 开始')
export const pageSize = queryInt(1, 100).optional().describe('每页多少行，最多 100')
export const search = z.string().trim().max(200, '搜索词太长').optional().describe('搜索词')
export const order = z.enum(['asc', 'desc']).optional().describe('asc 升序，desc 降序（默认）')
export const cursor = z.string().max(200).optional().describe('上一页给的 nextCursor')
export const zone = z
  .string()
  .max(64, '时区太长')
  .regex(/^[A-Za-z0-9_+\-/]+$/, '没有这个时区')
  .optional()
  .describe('时区，如 Asia/Shanghai；不填是 UTC')
export const total = z.int().min(0).describe('总行数')
export const nextCursor = z.string().nullable().describe('下一页的 cursor，null 表示没有下一页')
export const deleted = z.int().describe('删除的数量')

export const proof = z
  .string()
  .max(4096, '安全验证内容太长')
  .optional()
  .describe('安全验证的答案，需要时才带')
