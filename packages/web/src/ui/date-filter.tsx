/** A span of days as a filter of a table: common spans in a menu, any other in a small dialog. */
import { DatePicker, Dropdown, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import styles from './date-filter.module.css'
import { type DaySpan, presets, spanWords } from './day-span.ts'
import tools from './table-tools.module.css'

type DateFilterProps = {
  label: string
  span: DaySpan
  onChange: (span: DaySpan) => void
}

export function DateFilter({ label, span, onChange }: DateFilterProps) {
  const [asking, setAsking] = useState(false)
  const words = spanWords(span, dayjs())
  if (words !== null)
    return (
      <button
        type="button"
        className={cx(tools.filter, tools.set)}
        aria-label={`${label}：${words}，取消这个筛选`}
        onClick={() => onChange({ from: null, to: null })}
      >
        {label}：{words}
        <X aria-hidden />
      </button>
    )
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...presets.map(({ name }) => ({ key: name, label: name })),
            { type: 'divider' as const },
            { key: 'other', label: '选日期' },
          ],
          onClick: ({ key }) => {
            const preset = presets.find(({ name }) => name === key)
            if (preset) onChange(preset.span(dayjs()))
            else setAsking(true)
          },
        }}
      >
        <button type="button" className={tools.filter} aria-haspopup="menu">
          {label}
          <ChevronDown aria-hidden />
        </button>
      </Dropdown>
      <Modal
        open={asking}
        title={label}
        width={360}
        footer={null}
        onCancel={() => setAsking(false)}
        destroyOnHidden
      >
        <ChooseDays
          onChoose={chosen => {
            setAsking(false)
            onChange(chosen)
          }}
        />
      </Modal>
    </>
  )
}

function ChooseDays({ onChoose }: { onChoose: (span: DaySpan) => void }) {
  const [from, setFrom] = useState<Dayjs | null>(null)
  const [to, setTo] = useState<Dayjs | null>(null)
  const text = (day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? null
  return (
    <div className={styles.days}>
      <DatePicker
        aria-label="从哪天"
        placeholder="从哪天"
        value={from}
        {...(to && { maxDate: to })}
        onChange={setFrom}
      />
      <DatePicker
        aria-label="到哪天"
        placeholder="到哪天"
        value={to}
        {...(from && { minDate: from })}
        onChange={setTo}
      />
      <Button
        kind="primary"
        disabledReason={from || to ? null : '先选日期'}
        onClick={() => onChoose({ from: text(from), to: text(to) })}
      >
        只看这几天
      </Button>
    </div>
  )
}
