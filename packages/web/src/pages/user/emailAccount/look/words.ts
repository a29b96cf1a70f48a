import type { LookReason } from '@yanshu/contract'

export const reasonNames: Readonly<Record<LookReason, string>> = {
  help: '他请我帮忙找信',
  delivery: '查送达问题',
  abuse: '查投诉或滥用',
  law: '依法配合',
}
