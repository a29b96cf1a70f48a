import type { ImportColumn } from '@yanshu/contract'

export const columnNames: Readonly<Record<ImportColumn, string>> = {
  address: '地址',
  password: '密码',
  quotaMb: '空间',
  expiresAt: '到期',
  status: '状态',
  maySend: '发信',
  owner: '归属',
  note: '备注',
}
