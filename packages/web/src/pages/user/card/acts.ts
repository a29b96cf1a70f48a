/** The actions on codes, in words: the question before a loss names the loss. */
import type { CardStep } from '@yanshu/contract'
import { api } from '../../../api/index.ts'

export type CardAct = 'enable' | 'disable' | 'takeBack' | 'revoke' | 'delete'

/** Single codes, or those of a batch, all or at one step. */
export type Target = { ids: string[] } | { batchId: string; step?: CardStep }
export type Asked = { act: 'revoke' | 'delete'; target: Target; name: string }

const changes = {
  enable: { state: 'unused' },
  disable: { state: 'disabled' },
  takeBack: { sold: false },
  revoke: { state: 'revoked' },
} as const

const deeds = { enable: '已启用', disable: '已停用', takeBack: '已收回', revoke: '已作废' } as const

/** Does it and says what was done. */
export async function doAct(act: CardAct, target: Target): Promise<string> {
  if (act === 'delete') {
    const { deleted } = await api.delCard({ body: target })
    return deleted === 0 ? '没有可删除的卡密' : `已删除 ${deleted} 张`
  }
  const { changed } = await api.editCard({ body: { ...target, ...changes[act] } })
  if (changed === 0) return '没有变化：用完的和作废的不再变'
  return `${deeds[act]} ${changed} 张`
}

type Question = { title: string; says: string; action: string }

export function questionOf({ act, target, name }: Asked): Question {
  const several = 'batchId' in target || target.ids.length > 1
  if (act === 'revoke')
    return {
      title: `作废${name}？`,
      says: `作废后不能再启用，拿着${several ? '它们' : '它'}的人也用不了。已经开通的邮箱不受影响。`,
      action: '作废',
    }
  return {
    title: `删除${name}？`,
    says: '删除后查不到，也不能恢复；拿着卡密的人会看到“没有找到这张卡密”。用过的会留下，作为记录。',
    action: '删除',
  }
}
