/** Links to the pages of a longer list in a drawer; the current one is marked. */
import { Pagination } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type PageLinksProps = { page: number; pageSize: number; total: number; onChange: (page: number) => void }

/** Screen readers read antd's own arrows by their English names. */
const arrows: Readonly<Record<string, { name: string; look: ReactNode }>> = {
  prev: { name: '上一页', look: <ChevronLeft aria-hidden /> },
  next: { name: '下一页', look: <ChevronRight aria-hidden /> },
  'jump-prev': { name: '向前 5 页', look: '…' },
  'jump-next': { name: '向后 5 页', look: '…' },
}

export function PageLinks({ page, pageSize, total, onChange }: PageLinksProps) {
  return (
    <Pagination
      size="small"
      align="end"
      showSizeChanger={false}
      current={page}
      pageSize={pageSize}
      total={total}
      onChange={onChange}
      itemRender={(_, type, element) => {
        const arrow = arrows[type]
        if (!arrow) return element
        return (
          <button type="button" className="ant-pagination-item-link" aria-label={arrow.name}>
            {arrow.look}
          </button>
        )
      }}
    />
  )
}
