/** One group of the settings. A search shows single settings; otherwise ways to pay are listed as such. */
import type { SettingEntry, SettingGroup } from '@yanshu/contract'
import { Mark } from '../../../../account/brand.tsx'
import { useKeptSettings } from '../../../../api/kept-settings.ts'
import { Marked } from '../../../../ui/marked.tsx'
import { SettingRow } from '../form/setting-row.tsx'
import { hasWords } from '../form/setting-value.ts'
import { toSection, useArrival } from '../form/use-arrival.ts'
import type { SettingForm } from '../form/use-setting-form.ts'
import { PictureField } from '../shared/picture-field.tsx'
import { PayWays } from './pay-ways.tsx'
import styles from './site-tab.module.css'
import { headingId, type Place } from './use-place.ts'

type GroupSectionProps = {
  group: SettingGroup
  entries: readonly SettingEntry[]
  form: SettingForm
  place: Place
}

export function GroupSection({ group, entries, form, place }: GroupSectionProps) {
  const { id, name, state } = group
  const section = useArrival<HTMLElement>(place.atGroup(id), toSection)
  const searching = place.words !== ''
  const asWays = id === 'payment' && !searching
  const unsaved = entries.filter(form.isUnsaved).length
  const extent = asWays ? state : `${entries.length} 项`
  return (
    <section ref={section} className={styles.group} aria-labelledby={headingId(id)}>
      <h2 id={headingId(id)} tabIndex={-1}>
        {name}
        <small>
          {extent}
          {unsaved > 0 && `，${unsaved} 项改了还没保存`}
        </small>
      </h2>
      {asWays ? (
        <PayWays entries={entries} form={form} place={place} />
      ) : (
        entries.map(entry => (
          <SettingRow
            key={entry.name}
            entry={entry}
            form={form}
            words={place.words}
            arrival={place.atSetting(entry.name)}
          />
        ))
      )}
      {id === 'site' && findsLogo(place.words) && <SiteLogo words={place.words} />}
    </section>
  )
}

const logoName = '站点图标'
const logoHelp = '显示在每一页的左上角，首页和登录页也是；没有就用默认的。换了马上生效。'

export const findsLogo = (words: string): boolean => hasWords(`${logoName}\n${logoHelp}`, words)

function SiteLogo({ words }: { words: string }) {
  const logo = useKeptSettings(({ settings }) => settings.logo)
  return (
    <section className={styles.logo} aria-label={logoName}>
      <div>
        <b>
          <Marked text={logoName} words={words} />
        </b>
        <p>
          <Marked text={logoHelp} words={words} />
        </p>
      </div>
      <PictureField use="logo" url={logo ?? ''}>
        <Mark />
      </PictureField>
    </section>
  )
}
