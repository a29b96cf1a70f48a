/** The Chinese words of this room. */
import type { FactWords } from '../ledger/fact/fact.ts'
import { actName } from '../ledger/words/acts.ts'

export const httpFactWords: FactWords<'calledInName'> = {
  calledInName: ({ call }) => `代为登录：${actName(call)}`,
}

export const httpWords = {
  brokenUpload: '上传的内容不完整',
  noFile: '请选一个文件',
  tooManyCalls: '接口调用太频繁，请稍后再试',

  /** The faults of a field whose schema has no words of its own. */
  field: {
    missing: '请填写',
    wrongType: '类型不对',
    noChoice: '不在可选范围内',
    tooSmall: (least: string) => `不能小于 ${least}`,
    tooLarge: (most: string) => `不能大于 ${most}`,
    tooShort: (least: string) => `至少 ${least} 个字符`,
    tooLong: (most: string) => `最多 ${most} 个字符`,
    tooFew: (least: string) => `至少 ${least} 项`,
    tooMany: (most: string) => `最多 ${most} 项`,
    wrong: '填得不对',
  },
} as const
