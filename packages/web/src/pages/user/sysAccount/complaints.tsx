/** Reports from outside about mailboxes of this site, and what was done about each. */
import type { Complaint, ComplaintReason, ComplaintState, MailboxStatus } from '@yanshu/contract'
import { complaintStateNames } from '@yanshu/contract/calls/abuse'
import { Form, Input, Select } from 'antd'
import { CircleCheck, CircleDot, CircleOff, Clock } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type DataColumn, DataTable } from '../../../api/data-table.tsx'
import { useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { lookPath } from '../../../site/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ShortText } from '../../../ui/short-text.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { TableTools } from '../../../ui/table-tools.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './complaints.module.css'
import { useComplaints, useRenew } from './queries.ts'

const reasonNames: Readonly<Record<ComplaintReason, string>> = {
  spam: '垃圾邮件',
  fraud: '诈骗或冒充',
  illegal: '违法内容',
  other: '其他',
}
const stateOptions = Object.entries(complaintStateNames).map(([value, label]) => ({
  value: value as ComplaintState,
  label,
}))

const looks = {
  new: { tone: 'bad', icon: CircleDot },
  working: { tone: 'wait', icon: Clock },
  done: { tone: 'good', icon: CircleCheck },
  rejected: { tone: 'plain', icon: CircleOff },
} as const

function State({ state }: { state: ComplaintState }) {
  const { tone, icon: Icon } = looks[state]
  return (
    <StateWord tone={tone} icon={<Icon aria-hidden />}>
      {complaintStateNames[state]}
    </StateWord>
  )
}

export function Complaints() {
  const table = useTableQuery()
  const result = useComplaints(table)
  const [params, setParams] = useSearchParams()
  const open = (id: string | null) =>
    setParams(known => {
      const next = new URLSearchParams(known)
      if (id === null) next.delete('complaint')
      else next.set('complaint', id)
      return next
    })
  const shown = result.data?.list.find(row => row.id === params.get('complaint')) ?? null
  const columns: DataColumn<Complaint>[] = [
    { key: 'at', title: '时间', width: 150, render: (_, row) => <TimeText full at={row.at} /> },
    {
      key: 'address',
      title: '被举报的邮箱',
      render: (_, row) => (
        <button type="button" className={styles.address} onClick={() => open(row.id)}>
          <ShortText most={220} text={row.address} />
        </button>
      ),
    },
    { key: 'reason', title: '原因', width: 110, render: (_, row) => reasonNames[row.reason] },
    {
      key: 'words',
      title: '说明',
      render: (_, row) => <ShortText most={260} className="muted" text={row.words} />,
    },
    { key: 'state', title: '状态', width: 110, render: (_, row) => <State state={row.state} /> },
    {
      key: 'by',
      title: '谁处理的',
      width: 120,
      render: (_, row) => <ShortText most={110} text={row.handledBy} />,
    },
  ]
  return (
    <>
      <TableTools
        query={table}
        searchLabel="搜邮箱、说明、编号"
        filters={[{ name: 'state', label: '状态', options: stateOptions }]}
        summary={result.data && `${result.data.open} 条没处理完，共 ${result.data.total} 条`}
      />
      <DataTable
        label="举报"
        query={table}
        result={result}
        columns={columns}
        phone={row => (
          <div className={styles.phone}>
            <button type="button" className={styles.address} onClick={() => open(row.id)}>
              {row.address}
            </button>
            <small>
              {reasonNames[row.reason]}，<TimeText full at={row.at} />
            </small>
            <State state={row.state} />
          </div>
        )}
        empty={
          <Empty drawing={<Drawing of="blocks" />} text="没有举报。访客可以在页面底部的“举报滥用”里提交。" />
        }
      />
      <FormDrawer open={shown !== null} onClose={() => open(null)} title="处理举报" size={520}>
        {shown && <Settle key={shown.id} complaint={shown} onClose={() => open(null)} />}
      </FormDrawer>
    </>
  )
}

const statusWords: Readonly<Record<MailboxStatus, string>> = {
  active: '正在使用',
  paused: '暂停收信',
  stopped: '已停用',
}

function mailboxWords({ mailboxStatus, mailboxDeleted }: Complaint): string {
  if (mailboxStatus === null) return '被举报的邮箱已经不在'
  if (!mailboxDeleted) return statusWords[mailboxStatus]
  return mailboxStatus === 'stopped' ? '已停用并删除' : '已删除，期限内还能恢复'
}

type Values = { state: ComplaintState; note: string }

function Settle({ complaint, onClose }: { complaint: Complaint; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const renew = useRenew()
  const [stopping, setStopping] = useState(false)
  const { submit, busy, failure } = useSubmit(form, async ({ state, note }) => {
    await api.editComplaint({ body: { id: complaint.id, state, note } })
    showToast('已保存')
    await renew()
    onClose()
  })
  const mayStop = complaint.mailboxId !== null && complaint.mailboxStatus !== 'stopped'
  return (
    <>
      <dl className={styles.facts}>
        <dt>邮箱</dt>
        <dd>
          <span className="mono">{complaint.address}</span>
          <span className="muted">，{mailboxWords(complaint)}</span>
          {complaint.mailboxId !== null && !complaint.mailboxDeleted && (
            <>
              {' '}
              <Link to={lookPath({ look: complaint.mailboxId })}>查看邮箱</Link>
            </>
          )}
        </dd>
        <dt>原因</dt>
        <dd>{reasonNames[complaint.reason]}</dd>
        <dt>说明</dt>
        <dd className={styles.whole}>{complaint.words}</dd>
        <dt>联系方式</dt>
        <dd>{complaint.contact || <span className="muted">没有留</span>}</dd>
        <dt>来自</dt>
        <dd className="mono">{complaint.client}</dd>
        <dt>编号</dt>
        <dd className="mono">{complaint.id}</dd>
      </dl>
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          state: complaint.state === 'new' ? 'working' : complaint.state,
          note: complaint.note,
        }}
        onFinish={submit}
      >
        <Form.Item name="state" label="状态">
          <Select options={stateOptions} />
        </Form.Item>
        <Form.Item name="note" label="处理说明">
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={500} />
        </Form.Item>
        <Failure text={failure} />
        <div className={styles.actions}>
          <Button
            danger
            disabledReason={mayStop ? null : '没有可以停用的邮箱'}
            onClick={() => setStopping(true)}
          >
            停用这个邮箱
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            保存
          </Button>
        </div>
      </Form>
      <LossDialog
        open={stopping}
        title={`停用 ${complaint.address}？`}
        action="停用"
        onClose={() => setStopping(false)}
        onConfirm={async () => {
          await api.editComplaint({ body: { id: complaint.id, state: 'done', stopMailbox: true } })
          showToast('邮箱已停用')
          await renew()
        }}
      >
        <p className="muted">它不能再登录和收信，现在的登录马上结束；邮件还在，可以在“邮箱账号”里恢复。</p>
      </LossDialog>
    </>
  )
}
