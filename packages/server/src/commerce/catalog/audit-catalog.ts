/** What admins change in the catalogue, in the audit log. */
import type { Clock } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import type { FieldWords } from '../../operate/audit/changed-words.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { yuan } from '../payment/money.ts'
import type { PlanFields } from './plan.ts'

const yesOrNo = (yes: boolean): string => (yes ? '是' : '否')

export const planWords: FieldWords<Partial<PlanFields> & { position?: number | undefined }> = {
  name: name => `名称：${name}`,
  hint: '改说明',
  days: days => `时长：${days === null ? '永久' : `${days} 天`}`,
  price: price => `价格：${yuan(price)}`,
  renewPrice: price => `续费价格：${yuan(price)}`,
  quotaMb: quota => `空间：${quota === null ? '不限' : `${quota} MB`}`,
  maySend: may => `发信：${may ? '允许' : '不允许'}`,
  recommended: recommended => `推荐：${yesOrNo(recommended)}`,
  onSale: onSale => `在售：${yesOrNo(onSale)}`,
  position: '改排序',
}

export type CatalogDeed = 'addPlan' | 'editPlan' | 'delPlan' | 'setSpecialNames' | 'delSpecialNames'

export async function auditCatalog(
  tx: Tx,
  clock: Clock,
  caller: AccountCaller,
  entry: { action: CatalogDeed; target: string; detail: string },
): Promise<void> {
  if (caller.role === 'admin') await writeAudit(tx, caller, clock.now(), entry)
}
