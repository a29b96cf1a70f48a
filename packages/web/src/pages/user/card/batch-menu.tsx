/** Acts on all of a batch, or on what is left of it. */
import type { CardBatch } from '@yanshu/contract'
import { Dropdown, type MenuProps } from 'antd'
import { Ban, Download, Ellipsis, Eye, Pause, Pencil, Play, Tag, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import type { CardActs } from './card-acts.tsx'
import { batchTitle } from './words.ts'

type Item = NonNullable<NonNullable<MenuProps['items']>[number]>

export function BatchMenu({ batch, acts }: { batch: CardBatch; acts: CardActs }) {
  const { id: batchId, left, sold, used, paused, kept } = batch
  const title = batchTitle(batch)
  const rest = { batchId, step: 'left' } as const
  const waiting = sold - used
  const unused = left + waiting
  const items: (Item | false)[] = [
    left > 0 && {
      key: 'sell',
      label: '剩下的标为卖出',
      icon: <Tag aria-hidden />,
      onClick: () => acts.sell({ target: rest, name: `${title}剩下的 ${left.toLocaleString('zh-CN')} 张` }),
    },
    {
      key: 'edit',
      label: '改备注和最晚使用',
      icon: <Pencil aria-hidden />,
      onClick: () =>
        acts.edit({
          target: { batchId },
          name: title,
          note: batch.note,
          endsAt: batch.endsAt,
          fields: unused > 0 ? 'both' : 'note',
        }),
    },
    {
      key: 'export',
      label: '导出 CSV，只有末四位',
      icon: <Download aria-hidden />,
      onClick: () => acts.save({ batch: batchId }, title),
    },
    kept && {
      key: 'reveal',
      label: '再看整批卡密',
      icon: <Eye aria-hidden />,
      onClick: () => acts.reveal({ target: { batchId }, name: title }),
    },
    left > paused && {
      key: 'pause',
      label: '停用剩下的',
      icon: <Pause aria-hidden />,
      onClick: () => acts.start('disable', rest, `${title}剩下的`),
    },
    paused > 0 && {
      key: 'play',
      label: '启用停用着的',
      icon: <Play aria-hidden />,
      onClick: () => acts.start('enable', rest, `${title}剩下的`),
    },
    unused > 0 && { type: 'divider' as const },
    left > 0 && {
      key: 'revoke',
      label: '作废剩下的',
      danger: true,
      icon: <Ban aria-hidden />,
      onClick: () => acts.start('revoke', rest, `${title}剩下的 ${left.toLocaleString('zh-CN')} 张`),
    },
    waiting > 0 && {
      key: 'revokeAll',
      label: '作废没用的，卖出的也算',
      danger: true,
      icon: <Ban aria-hidden />,
      onClick: () => acts.start('revoke', { batchId }, `${title}没用的 ${unused.toLocaleString('zh-CN')} 张`),
    },
    left > 0 && {
      key: 'delete',
      label: '删除剩下的',
      danger: true,
      icon: <Trash2 aria-hidden />,
      onClick: () => acts.start('delete', rest, `${title}剩下的 ${left.toLocaleString('zh-CN')} 张`),
    },
    batch.revoked + batch.expired > 0 && {
      key: 'clear',
      label: '删除作废和过期的',
      danger: true,
      icon: <Trash2 aria-hidden />,
      onClick: () => acts.start('delete', { batchId, step: 'gone' }, `${title}作废和过期的`),
    },
  ]
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: items.filter(item => item !== false) }}
    >
      <IconButton small label={`${title} 的更多操作`} aria-haspopup="menu">
        <Ellipsis aria-hidden />
      </IconButton>
    </Dropdown>
  )
}
