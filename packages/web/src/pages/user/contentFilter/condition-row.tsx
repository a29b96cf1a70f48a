/** One condition: what it looks at, how it compares, with what. */
import { Input, Select } from 'antd'
import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import styles from './builder.module.css'
import { type DraftCondition, needsValue, withField } from './draft.ts'
import { FaultText } from './fault-text.tsx'
import { fieldOptions, operatorOptions, placeholderOf, resultOptions } from './words.ts'

type ConditionRowProps = {
  condition: DraftCondition
  /** 且 or 或; empty before the first. */
  joint: string
  faultOf: (part: 'header' | 'operator' | 'value', typed: string) => string | null
  onChange: (condition: DraftCondition) => void
  onRemove: (() => void) | null
}

export function ConditionRow({ condition, joint, faultOf, onChange, onRemove }: ConditionRowProps) {
  const { field, header, operator, value } = condition
  const faultId = useId()
  const headerFault = faultOf('header', header)
  const valueFault = faultOf('value', value) ?? faultOf('operator', operator)
  const isResult = field === 'spf' || field === 'dkim' || field === 'dmarc'
  const described = (fault: string | null) =>
    fault === null ? {} : { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': faultId }
  return (
    <div>
      <div className={styles.cond}>
        <span className={styles.join}>{joint}</span>
        <Select
          aria-label="看什么"
          className={styles.what ?? ''}
          value={field}
          options={[...fieldOptions]}
          listHeight={420}
          popupMatchSelectWidth={false}
          onChange={next => onChange(withField(condition, next))}
        />
        <Select
          aria-label="怎么比"
          className={styles.how ?? ''}
          value={operator}
          options={[...operatorOptions(field)]}
          listHeight={480}
          popupMatchSelectWidth={false}
          onChange={next => onChange({ ...condition, operator: next })}
        />
        {field === 'header' && (
          <Input
            className={needsValue(condition) ? styles.headerName : styles.value}
            aria-label="信头名"
            placeholder="信头名，如 List-Id"
            maxLength={100}
            value={header}
            {...described(headerFault)}
            onChange={event => onChange({ ...condition, header: event.target.value })}
          />
        )}
        {needsValue(condition) && isResult && (
          <Select
            aria-label="结果"
            className={styles.how ?? ''}
            value={value}
            options={[...resultOptions(field)]}
            popupMatchSelectWidth={false}
            onChange={next => onChange({ ...condition, value: next })}
          />
        )}
        {needsValue(condition) && !isResult && (
          <Input
            className={styles.value}
            aria-label="值"
            placeholder={placeholderOf(field, operator)}
            maxLength={500}
            value={value}
            {...described(valueFault)}
            onChange={event => onChange({ ...condition, value: event.target.value })}
          />
        )}
        <span className={styles.push} />
        {onRemove && (
          <IconButton small label="去掉这条" className={styles.remove} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <FaultText id={faultId} text={headerFault ?? valueFault} />
    </div>
  )
}
