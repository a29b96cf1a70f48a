/**
 * A table over a paged call: sort order in the URL, placeholders during loading, an empty state with the next
 * step, an error with 重试, selection, pages; on a phone a list of the same rows. It does not know what the
 * rows mean.
 */
import { Table, type TableColumnType } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../ui/cx.ts'
import { Pager } from '../ui/pager.tsx'
import { PickBox } from '../ui/pick-box.tsx'
import { Bone } from '../ui/states.tsx'
import type { TableQuery } from '../ui/table-query.ts'
import { PHONE, useMedia } from '../ui/use-media.ts'
import styles from './data-table.module.css'
import { ErrorState } from './error-state.tsx'

export type DataColumn<Row> = TableColumnType<Row> & { key: string; sortable?: true }

/** The part of a query's result that a table needs. */
export type TableResult<Row> = {
  data: { list: Row[]; total: number } | undefined
  error: unknown
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

export type Selection<Row> = {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  nameOf: (row: Row) => string
}

type DataTableProps<Row extends { id: string }> = {
  label: string
  query: TableQuery
  result: TableResult<Row>
  columns: readonly DataColumn<Row>[]
  /** Renders one row on a phone. */
  phone: (row: Row) => ReactNode
  empty: ReactNode
  selection?: Selection<Row>
  /** The content that a row opens to; false for one that does not open. */
  more?: (row: Row) => ReactNode
}

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { query, result, columns, empty } = props
  const { data } = result
  if (data === undefined) {
    if (result.isError) return <ErrorState error={result.error} retry={() => void result.refetch()} />
    return <TableBones columns={columns.length} />
  }
  if (data.list.length === 0 && query.page === 1) return empty
  return (
    <div className={cx(result.isPlaceholderData && styles.old)}>
      <Rows {...props} rows={data.list} />
      <Pager query={query} total={data.total} />
    </div>
  )
}

function Rows<Row extends { id: string }>(props: DataTableProps<Row> & { rows: Row[] }) {
  const { label, query, columns, phone, selection, rows, more } = props
  const narrow = useMedia(PHONE)
  if (narrow) return <PhoneRows label={label} rows={rows} phone={phone} selection={selection} />
  return (
    <div className={styles.scroll}>
      <Table<Row>
        className={styles.table ?? ''}
        aria-label={label}
        size="small"
        rowKey="id"
        dataSource={rows}
        columns={columns.map(column => withSort(column, query))}
        pagination={false}
        showSorterTooltip={false}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
          query.change({
            sort: order && columnKey !== undefined ? String(columnKey) : null,
            order: order === 'descend' ? 'desc' : null,
          })
        }}
        {...(more && {
          expandable: { expandedRowRender: more, rowExpandable: row => !!more(row), columnWidth: 30 },
        })}
        {...(selection && {
          rowSelection: {
            selectedRowKeys: [...selection.chosen],
            columnWidth: 34,
            onChange: keys => selection.onChange(keys.map(String)),
            getCheckboxProps: row => ({ 'aria-label': `选择 ${selection.nameOf(row)}` }),
            getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
          },
        })}
      />
    </div>
  )
}

type PhoneRowsProps<Row extends { id: string }> = Pick<DataTableProps<Row>, 'label' | 'phone'> & {
  rows: Row[]
  selection: Selection<Row> | undefined
}

function PhoneRows<Row extends { id: string }>({ label, rows, phone, selection }: PhoneRowsProps<Row>) {
  const pickBoxOf = (row: Row) => {
    if (!selection) return null
    const { chosen, onChange, nameOf } = selection
    const checked = chosen.includes(row.id)
    return (
      <PickBox
        label={`选择 ${nameOf(row)}`}
        checked={checked}
        onChange={() => onChange(checked ? chosen.filter(id => id !== row.id) : [...chosen, row.id])}
      />
    )
  }
  return (
    <>
      {selection && <PickAll rows={rows} selection={selection} />}
      <ul className={cx(styles.phone, selection && styles.picked)} aria-label={label}>
        {rows.map(row => (
          <li key={row.id}>
            {pickBoxOf(row)}
            {phone(row)}
          </li>
        ))}
      </ul>
    </>
  )
}

function PickAll<Row extends { id: string }>({
  rows,
  selection,
}: {
  rows: Row[]
  selection: Selection<Row>
}) {
  const id = useId()
  const here = rows.map(row => row.id)
  const picked = here.filter(id => selection.chosen.includes(id)).length
  const all = picked === here.length
  return (
    <label className={styles.pickAll} htmlFor={id}>
      <PickBox
        id={id}
        label="全选"
        checked={all}
        some={picked > 0 && !all}
        onChange={() => {
          const elsewhere = selection.chosen.filter(id => !here.includes(id))
          selection.onChange(all ? elsewhere : [...elsewhere, ...here])
        }}
      />
      全选
    </label>
  )
}

function withSort<Row>({ sortable, ...column }: DataColumn<Row>, query: TableQuery): TableColumnType<Row> {
  if (!sortable) return column
  const active = query.sort === column.key
  return {
    ...column,
    sorter: true,
    sortOrder: active ? (query.order === 'desc' ? 'descend' : 'ascend') : null,
    sortIcon: ({ sortOrder }) => {
      const Icon = sortOrder === 'descend' ? ArrowDown : ArrowUp
      return <Icon className={cx(styles.sort, !sortOrder && styles.idle)} aria-hidden />
    },
  }
}

function TableBones({ columns }: { columns: number }) {
  const widths = Array.from({ length: Math.min(columns, 6) }, (_, column) => ({
    column,
    width: column === 0 ? '80%' : '48%',
  }))
  return (
    <div className={styles.bones} role="status" aria-label="正在加载">
      {[1, 2, 3, 4, 5, 6].map(row => (
        <div key={row} className={styles.boneRow}>
          {widths.map(({ column, width }) => (
            <Bone key={column} width={width} />
          ))}
        </div>
      ))}
    </div>
  )
}
