import type { PayWayState, SettingEntry } from '@yanshu/contract'
import { CircleCheck, CircleDashed, Pause } from 'lucide-react'
import { Fragment } from 'react'
import { StateWord } from '../../../../ui/state-word.tsx'
import { TimeText } from '../../../../ui/time.tsx'

/** “易支付：商户号” among the settings of 易支付 is 商户号. */
export const shortLabel = ({ label }: SettingEntry): string => label.replace(/^.*：/u, '')

/** The state of what is saved. */
export function WayState({ way: { state, missing } }: { way: PayWayState }) {
  switch (state) {
    case 'ready':
      return (
        <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
          可用
        </StateWord>
      )
    case 'missing':
      return (
        <StateWord tone="wait" icon={<CircleDashed aria-hidden />}>
          还缺 {missing.length} 样
        </StateWord>
      )
    case 'off':
      return <StateWord icon={<Pause aria-hidden />}>没有启用</StateWord>
  }
}

type WaySaysProps = {
  way: PayWayState
  /** Whether it is switched on, once what is typed is saved. */
  on: boolean
  /** The fields that are neither saved nor typed yet. */
  missing: readonly SettingEntry[]
  /** The settings that stand beside it. */
  fields: readonly SettingEntry[]
  onShow: (name: string) => void
}

/** Says what to do until buyers can pay this way; then, how it went lately. */
export function WaySays({ way, on, missing, fields, onShow }: WaySaysProps) {
  const list = <Missing {...{ missing, fields, onShow }} />
  if (way.state === 'ready') return on ? <Lately way={way} /> : '保存后买家就看不到了。'
  if (missing.length === 0) return on ? '填好了，保存后买家就能用。' : '填好了，打开就能用。'
  if (way.state === 'off') return <>要用的话，填{list}。</>
  return (
    <>
      <strong>缺{list}。</strong>补齐以前不给买家看。
    </>
  )
}

/** By name; a setting that stands in another group is a way there. */
function Missing({ missing, fields, onShow }: Pick<WaySaysProps, 'missing' | 'fields' | 'onShow'>) {
  return missing.map((entry, at) => (
    <Fragment key={entry.name}>
      {at > 0 && '、'}
      {fields.includes(entry) ? (
        shortLabel(entry)
      ) : (
        <button type="button" onClick={() => onShow(entry.name)}>
          “{entry.label}”
        </button>
      )}
    </Fragment>
  ))
}

function Lately({ way: { lastPaidAt, unused, unpaid } }: { way: PayWayState }) {
  const said = []
  if (unused !== undefined)
    said.push(unused === 0 ? '没有能用的付款卡' : `还有 ${unused.toLocaleString('zh-CN')} 张付款卡没用完`)
  if (unpaid) said.push(`有 ${unpaid.toLocaleString('zh-CN')} 单等你确认`)
  return (
    <>
      {said.map(text => `${text}，`)}
      {lastPaidAt === null ? (
        '最近 30 天没有人这样付过。'
      ) : (
        <>
          最近一单 <TimeText at={lastPaidAt} />。
        </>
      )}
    </>
  )
}
