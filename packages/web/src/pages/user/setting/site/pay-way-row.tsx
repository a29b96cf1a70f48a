import type { PayWayState, SettingEntry } from '@yanshu/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { SettingControl } from '../form/setting-control.tsx'
import { FaultLine, OvertakenNote, WayBack } from '../form/setting-row.tsx'
import { toSetting, useArrival } from '../form/use-arrival.ts'
import type { SettingForm } from '../form/use-setting-form.ts'
import { GatewayTest } from './gateway-test.tsx'
import { shortLabel, WaySays, WayState } from './pay-way-says.tsx'
import styles from './pay-ways.module.css'
import type { Place } from './use-place.ts'

type PayWayRowProps = {
  way: PayWayState
  switchedBy: SettingEntry
  /** Its settings that stand here; others that it needs are in another group. */
  fields: readonly SettingEntry[]
  form: SettingForm
  place: Place
}

export function PayWayRow({ way, switchedBy, fields, form, place }: PayWayRowProps) {
  const [toggled, setToggled] = useState<{ open: boolean; arrival: string | null }>({
    open: false,
    arrival: null,
  })
  const arrival = fields.map(({ name }) => place.atSetting(name)).find(key => key !== null) ?? null
  const head = useArrival<HTMLDivElement>(place.atSetting(way.switchedBy), toSetting)
  // It stays open while a fault is being mended.
  const id = useId()
  const needsLook = (entry: SettingEntry) => form.faultOf(entry) !== null || form.overtakenBy(entry) !== null
  if (!toggled.open && fields.some(needsLook)) setToggled({ open: true, arrival })
  const open = toggled.open || (arrival !== null && arrival !== toggled.arrival)
  const unsaved = [switchedBy, ...fields].some(form.isUnsaved)
  const lacks = (entry: SettingEntry) => way.missing.includes(entry.name) && !isTyped(form, entry)
  const missing = form.entries.filter(lacks)
  // A gateway's switch is on from the beginning; while there is no account there, nothing is switched.
  const untouched = way.state === 'off' && switchedBy.value === true && !unsaved
  return (
    <li aria-label={way.name} className={cx(open && styles.open, way.state === 'missing' && styles.waiting)}>
      <div ref={head} className={cx(styles.head, unsaved && styles.unsaved)}>
        <WayState way={way} />
        <div className={styles.name}>
          <b>{way.name}</b>
          <small>{way.hint}</small>
        </div>
        <p>
          <WaySays
            way={way}
            on={form.fieldOf(switchedBy) === true}
            missing={missing}
            fields={fields}
            onShow={place.show}
          />
        </p>
        <div className={styles.switch}>
          {!untouched && (
            <SettingControl
              entry={switchedBy}
              field={form.fieldOf(switchedBy)}
              onChange={field => form.type(switchedBy, field)}
              describedBy={`${id}-fault`}
              wrong={form.faultOf(switchedBy) !== null}
              label={way.name}
            />
          )}
        </div>
        {fields.length > 0 && (
          <IconButton
            small
            label={`${open ? '收起' : '打开'}${way.name}的设置`}
            aria-expanded={open}
            onClick={() => setToggled({ open: !open, arrival })}
          >
            {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          </IconButton>
        )}
      </div>
      <div className={styles.told}>
        {way.warning !== null && <p className={styles.needed}>{way.warning}。</p>}
        <FaultLine id={`${id}-fault`} text={form.faultOf(switchedBy)} />
      </div>
      <OvertakenNote entry={switchedBy} form={form} />
      {open && (
        <div className={styles.fields}>
          {fields.map(entry => (
            <PayField
              key={entry.name}
              entry={entry}
              form={form}
              needed={lacks(entry)}
              arrival={place.atSetting(entry.name)}
            />
          ))}
          {(way.way === 'epay' || way.way === 'stripe') && (
            <GatewayTest way={way.way} name={way.name} reason={whyNotTried(missing, unsaved)} />
          )}
        </div>
      )}
    </li>
  )
}

/** Something stands in the field, and is there once it is saved. */
function isTyped(form: SettingForm, entry: SettingEntry): boolean {
  const field = form.fieldOf(entry)
  return form.isUnsaved(entry) && field !== '' && field !== null && field !== false
}

function whyNotTried(missing: readonly SettingEntry[], unsaved: boolean): string | null {
  if (missing.length > 0) return `先填好${missing.map(shortLabel).join('、')}`
  return unsaved ? '先保存再试' : null
}

type PayFieldProps = {
  entry: SettingEntry
  form: SettingForm
  needed: boolean
  arrival: string | null
}

function PayField({ entry, form, needed, arrival }: PayFieldProps) {
  const part = useArrival<HTMLDivElement>(arrival, toSetting)
  const id = useId()
  const fault = form.faultOf(entry)
  return (
    <div className={cx(styles.field, entry.kind === 'longText' && styles.long)} ref={part}>
      <div className={styles.label}>
        <b>{shortLabel(entry)}</b>
        <WayBack entry={entry} form={form} />
      </div>
      <SettingControl
        entry={entry}
        field={form.fieldOf(entry)}
        onChange={field => form.type(entry, field)}
        describedBy={`${id}-help ${id}-fault`}
        wrong={fault !== null}
        needed={needed}
      />
      <p id={`${id}-help`} className={cx(styles.hint, needed && styles.needed)}>
        {needed && '必须填。'}
        {entry.help}
        {entry.unit && `单位${entry.unit}。`}
      </p>
      <FaultLine id={`${id}-fault`} text={fault} />
      <OvertakenNote entry={entry} form={form} />
    </div>
  )
}
