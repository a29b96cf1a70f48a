/** The ways to pay: each is ready, or says exactly what it lacks. The state is the server's, so it is that of what is saved. */
import { useQuery } from '@tanstack/react-query'
import type { SettingEntry } from '@yanshu/contract'
import { ErrorState } from '../../../../api/error-state.tsx'
import { api } from '../../../../api/index.ts'
import { Bones } from '../../../../ui/states.tsx'
import type { SettingForm } from '../form/use-setting-form.ts'
import { settingKeys } from '../shared/keys.ts'
import { PayWayRow } from './pay-way-row.tsx'
import styles from './pay-ways.module.css'
import type { Place } from './use-place.ts'

type PayWaysProps = { entries: readonly SettingEntry[]; form: SettingForm; place: Place }

export function PayWays({ entries, form, place }: PayWaysProps) {
  const { data, error, refetch } = useQuery({
    queryKey: settingKeys.payWays,
    queryFn: ({ signal }) => api.getPayWays({}, { signal }),
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones />
  const known = (names: readonly string[]) =>
    names.flatMap(name => entries.find(entry => entry.name === name) ?? [])
  const rows = data.list.flatMap(way => known([way.switchedBy]).map(switchedBy => ({ way, switchedBy })))
  return (
    <ul className={styles.ways}>
      {rows.map(({ way, switchedBy }) => (
        <PayWayRow
          key={way.way}
          way={way}
          switchedBy={switchedBy}
          fields={known(way.settings)}
          form={form}
          place={place}
        />
      ))}
    </ul>
  )
}
