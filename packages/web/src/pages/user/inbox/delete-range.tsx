/** Deleting the mails of a period. It says how many there are before anything is deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ConfigProvider, DatePicker, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { Calendar, CircleX } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import type { ChosenBox } from '../../../mail/inbox/chosen-box.ts'
import { mailKeys } from '../../../mail/mail-keys.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './delete-range.module.css'

type DeleteRangeProps = { open: boolean; mailbox: ChosenBox | undefined; onClose: () => void }

/** The calendar with the times beside it is no wider than a phone. */
const narrow = { components: { DatePicker: { cellWidth: 30, timeColumnWidth: 44 } } }

export function DeleteRange({ open, mailbox, onClose }: DeleteRangeProps) {
  return (
    <Modal open={open} title="按时间删除" footer={null} width={480} onCancel={onClose} destroyOnHidden>
      <ConfigProvider theme={narrow}>
        <Range mailbox={mailbox} onClose={onClose} />
      </ConfigProvider>
    </Modal>
  )
}

type Span = { from: Dayjs; to: Dayjs }

function Range({ mailbox, onClose }: Omit<DeleteRangeProps, 'open'>) {
  const { api, key } = useMailSource()
  const client = useQueryClient()
  const [span, setSpan] = useState<Span | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const body = span && {
    ...(mailbox && { mailbox: mailbox.id }),
    from: span.from.toISOString(),
    to: span.to.toISOString(),
  }
  const count = useQuery({
    queryKey: mailKeys.range(key, body),
    queryFn: async ({ signal }) =>
      body ? (await api.deleteEmailsInTimeRange({ body: { ...body, dryRun: true } }, { signal })).count : 0,
    enabled: body !== null,
    staleTime: 0,
  })
  const remove = async () => {
    if (!body) return
    setBusy(true)
    setFailure(null)
    try {
      const { count: gone } = await api.deleteEmailsInTimeRange({ body }, { long: true })
      showToast(`已删除 ${gone} 封，可在回收站找到`)
      // The mail that is open may be one of them.
      void client.invalidateQueries({ queryKey: mailKeys.all(key) })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const days = (back: number) => ({
    from: dayjs('2000-01-01'),
    to: dayjs().subtract(back, 'day').startOf('day'),
  })
  return (
    <div className={styles.form}>
      <p className="muted">{mailbox ? mailbox.address : '全部邮箱'}里，这段时间收到的邮件会移到回收站。</p>
      <DatePicker.RangePicker
        showTime={{ format: 'HH:mm' }}
        suffixIcon={<Calendar aria-hidden />}
        allowClear={{ clearIcon: <CircleX aria-hidden /> }}
        separator="到"
        format="YYYY/M/D HH:mm"
        value={span && [span.from, span.to]}
        onChange={value => {
          const [from, to] = value ?? []
          setSpan(from && to ? { from, to } : null)
        }}
        style={{ width: '100%' }}
      />
      <div className={styles.quick}>
        {[7, 30, 90].map(back => (
          <Button key={back} size="small" onClick={() => setSpan(days(back))}>
            {back} 天以前的
          </Button>
        ))}
      </div>
      <p role="status" className={styles.count}>
        {span &&
          (count.isFetching
            ? '正在数。'
            : count.isError
              ? messageOf(count.error)
              : `这段时间有 ${count.data ?? 0} 封邮件。`)}
      </p>
      <Failure text={failure} />
      <Button
        kind="primary"
        busy={busy}
        disabledReason={!span ? '先选一段时间' : count.data === 0 ? '这段时间没有邮件' : null}
        onClick={() => void remove()}
      >
        {count.data ? `删除 ${count.data} 封` : '删除'}
      </Button>
    </div>
  )
}
