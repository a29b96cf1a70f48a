/** What can be done with codes, in words: the question before a loss names what goes. */
import { api } from '../../../api/index.ts'
import type { CardDeed } from './card-columns.tsx'

/** Single codes, or a whole batch. */
export type Target = { ids: string[] } | { batchId: string }
export type Asked = { deed: 'revoke' | 'delete'; target: Target; name: string }

const states = { enable: 'unused', disable: 'disabled', revoke: 'revoked' } as const

/** Does it and says what was done. */
export async function doDeed(deed: CardDeed, target: Target): Promise<string> {
  if (deed === 'delete') {
    const { deleted } = await api.delCard({ body: target })
    return deleted === 0 ? '没有可删除的卡密' : `已删除 ${deleted} 张`
  }
  const { changed } = await api.editCard({ body: { ...target, state: states[deed] } })
  if (changed === 0) return '没有变化：用完的和作废的不再变'
  return `${{ enable: '已启用', disable: '已停用', revoke: '已作废' }[deed]} ${changed} 张`
}

type Question = { title: string; says: string; action: string }

export function questionOf({ deed, target, name }: Asked): Question {
  const whole = 'batchId' in target
  if (deed === 'revoke')
    return {
      title: `作废${name}？`,
      says: `作废后不能再启用，拿着${whole ? '这批' : '它'}的人也用不了。已经开通的邮箱不受影响。`,
      action: '作废',
    }
  return {
    title: whole ? `删除${name}里没用过的？` : `删除${name}？`,
    says: `删除后查不到，也不能恢复；拿着卡密的人会看到“没有找到这张卡密”。${whole ? '用过的会留下，作为记录。' : ''}`,
    action: '删除',
  }
}
