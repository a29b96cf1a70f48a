/** Chooses when to send: a few usual times, or any time within a year. */
import { DatePicker, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './compose.module.css'
import { usualTimes } from './usual-times.ts'

type SendLaterProps = { open: boolean; onClose: () => void; onSend: (at: Date) => void }

export function SendLater({ open, onClose, onSend }: SendLaterProps) {
  return (
    <Modal open={open} title="定时发送" footer={null} width={420} destroyOnHidden onCancel={onClose}>
      <Times
        onSend={at => {
          onClose()
          onSend(at.toDate())
        }}
      />
    </Modal>
  )
}

function Times({ onSend }: { onSend: (at: Dayjs) => void }) {
  const [now] = useState(() => dayjs())
  const [own, setOwn] = useState<Dayjs | null>(null)
  return (
    <div className={styles.later}>
      {usualTimes(now).map(({ label, at }) => (
        <button key={label} type="button" className={styles.laterChoice} onClick={() => onSend(at)}>
          <b>{label}</b>
          <span>{at.format('M月D日 dddd HH:mm')}</span>
        </button>
      ))}
      <div className={styles.laterOwn}>
        <DatePicker
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY年M月D日 HH:mm"
          placeholder="选日期和时间"
          aria-label="发送时间"
          showNow={false}
          value={own}
          minDate={now}
          maxDate={now.add(1, 'year').subtract(1, 'day')}
          onChange={setOwn}
        />
        <Button
          kind="primary"
          disabledReason={own === null ? '先选时间' : own.isBefore(dayjs()) ? '要晚于现在' : null}
          onClick={() => own && onSend(own)}
        >
          定时
        </Button>
      </div>
    </div>
  )
}
