/** The block list: senders whose mail is refused, and networks from which nothing is taken. */
import type { Block, BlockKind } from '@yanshu/contract'
import { addBlock } from '@yanshu/contract/calls/abuse'
import { Form, Input, Segmented } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { type DataColumn, DataTable } from '../../../api/data-table.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { BatchBar } from '../../../ui/batch-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ShortText } from '../../../ui/short-text.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { TableTools } from '../../../ui/table-tools.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import styles from './account-columns.module.css'
import { useBlocks, useRenew } from './queries.ts'

const kindNames: Readonly<Record<BlockKind, string>> = { sender: '发件人', client: '网络地址' }
const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value: value as BlockKind, label }))

const columns: DataColumn<Block>[] = [
  {
    key: 'pattern',
    title: '内容',
    render: (_, row) => <ShortText most={240} className="mono" text={row.pattern} />,
  },
  { key: 'kind', title: '种类', width: 110, render: (_, row) => kindNames[row.kind] },
  {
    key: 'note',
    title: '备注',
    render: (_, row) => <ShortText most={200} className="muted" text={row.note} />,
  },
  {
    key: 'hits',
    title: '拦下',
    width: 100,
    render: (_, row) => `${row.hits.toLocaleString('zh-CN')} 次`,
  },
  {
    key: 'lastHit',
    title: '最近一次',
    width: 150,
    render: (_, row) =>
      row.lastHitAt ? <TimeText full at={row.lastHitAt} /> : <span className="muted">还没有</span>,
  },
  { key: 'by', title: '谁加的', width: 130, render: (_, row) => row.createdBy },
  { key: 'at', title: '时间', width: 150, render: (_, row) => <TimeText full at={row.createdAt} /> },
]

export function Blocks({ adding, onAddingEnd }: { adding: boolean; onAddingEnd: () => void }) {
  const table = useTableQuery()
  const result = useBlocks(table)
  const renew = useRenew()
  const [chosen, setChosen] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const { deleted } = await api.delBlock({ body: { ids: chosen } })
      setChosen([])
      showToast(`已移出 ${deleted} 条`)
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
      await renew()
    }
  }
  return (
    <>
      <TableTools
        query={table}
        searchLabel="搜内容、备注"
        filters={[{ name: 'kind', label: '种类', options: kindOptions }]}
        summary={result.data && `共 ${result.data.total.toLocaleString('zh-CN')} 条`}
      />
      <DataTable
        label="拦截名单"
        query={table}
        result={result}
        columns={columns}
        phone={row => (
          <div className={styles.name}>
            <b className="mono">{row.pattern}</b>
            <small>
              {kindNames[row.kind]}
              {`，拦下 ${row.hits.toLocaleString('zh-CN')} 次`}
              {row.note && `，${row.note}`}
            </small>
          </div>
        )}
        selection={{ chosen, onChange: setChosen, nameOf: row => row.pattern }}
        empty={
          <Empty
            drawing={<Drawing of="blocks" />}
            text="拦截名单是空的。加进来的发件人、网络地址，来信会被拒收；网络地址也不能新建邮箱。不许用的名字在站点设置的“保留的名字”里。"
          />
        }
      />
      <BatchBar
        count={chosen.length}
        unit="条"
        busy={busy}
        onClear={() => setChosen([])}
        actions={[{ label: '移出名单', icon: <Trash2 aria-hidden />, run: () => void remove() }]}
      />
      <FormDrawer open={adding} onClose={onAddingEnd} title="加进拦截名单" size={460}>
        <AddForm
          onDone={async added => {
            showToast(added === 0 ? '名单里已经有了' : `已加进 ${added} 条`)
            onAddingEnd()
            await renew()
          }}
        />
      </FormDrawer>
    </>
  )
}

type Values = { kind: BlockKind; patterns: string; note?: string }

function AddForm({ onDone }: { onDone: (added: number) => Promise<void> }) {
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? 'sender'
  const { submit, busy, failure } = useSubmit(form, async ({ note, ...values }) => {
    const patterns = values.patterns.split('\n').flatMap(line => line.trim() || [])
    const { added } = await api.addBlock({ body: { kind: values.kind, patterns, ...(note && { note }) } })
    await onDone(added)
  })
  return (
    <Form form={form} layout="vertical" initialValues={{ kind: 'sender' }} onFinish={submit}>
      <Form.Item name="kind" label="拦截什么">
        <Segmented aria-label="拦截什么" options={kindOptions} />
      </Form.Item>
      <Form.Item
        name="patterns"
        label="内容，一行一个"
        extra={
          kind === 'sender'
            ? '邮箱地址，或整个域名（连同它下面的子域名）。看的是信封上的发件人。'
            : '一个地址，或一个网段，例如 203.0.113.0/24。'
        }
        rules={[{ required: true, message: '请填写要拦截的内容' }]}
      >
        <Input.TextArea className="mono" autoSize={{ minRows: 4, maxRows: 14 }} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="note"
        label="备注"
        rules={[ruleOf(shapeOf(addBlock).note.unwrap(), { optional: true })]}
      >
        <Input maxLength={500} />
      </Form.Item>
      <Failure text={failure} />
      <Button kind="primary" type="submit" busy={busy}>
        加进名单
      </Button>
    </Form>
  )
}
