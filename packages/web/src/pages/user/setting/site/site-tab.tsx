/**
 * The settings of the site: those that can be changed while it runs, in groups, and those that need a restart. On a
 * phone either the groups are shown or one of them. What was typed stays until it is saved, wherever one goes.
 */
import type { AnswerOf, Calls, SettingEntry, SettingGroup } from '@yanshu/contract'
import { ArrowLeft, History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { FrameSlot } from '../../../../ui/frame-slots.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { PHONE, useMedia } from '../../../../ui/use-media.ts'
import { hasWords, searchSettings } from '../form/setting-value.ts'
import { UnsavedBar } from '../form/unsaved-bar.tsx'
import { type SettingForm, useSettingForm } from '../form/use-setting-form.ts'
import { ChangeLog } from './change-log.tsx'
import { Environment } from './environment.tsx'
import { GroupNav, type NavGroup } from './group-nav.tsx'
import { findsLogo, GroupSection } from './group-section.tsx'
import styles from './site-tab.module.css'
import { useCurrentGroup } from './use-current-group.ts'
import { usePlace } from './use-place.ts'

type Variables = AnswerOf<Calls['getSetting']>['environment']
type SiteTabProps = {
  entries: readonly SettingEntry[]
  groups: readonly SettingGroup[]
  environment: Variables
}

const startId = 'start'

/** The group of the settings that need a restart. */
const startGroup = (variables: Variables): SettingGroup => {
  const changed = variables.filter(variable => variable.changed).length
  const state = changed === 0 ? '默认' : `改过 ${changed} 项`
  return { id: startId, name: '启动时的设置', changed, state, tone: 'plain' }
}

export function SiteTab({ entries, groups, environment }: SiteTabProps) {
  const phone = useMedia(PHONE)
  const place = usePlace(entries)
  const form = useSettingForm(entries, place.show)
  const found = searchSettings(entries, place.words)
  const variables = environment.filter(({ name, text }) => hasWords(`${name}\n${text}`, place.words))
  const matching = (id: string) =>
    id === startId
      ? variables.length > 0
      : found.some(entry => entry.groupId === id) || (id === 'site' && findsLogo(place.words))
  const named = [...groups, startGroup(environment)].filter(group => matching(group.id))
  const open = named.find(group => group.id === place.group)
  const alone = phone && place.words === ''
  const shown = !alone ? named : open ? [open] : []
  const spied = useCurrentGroup(phone ? [] : shown.map(({ id }) => id))
  return (
    <form className={cx(styles.set, alone && open && styles.alone)} onSubmit={form.save} noValidate>
      {alone && open ? (
        <Back name={open.name} />
      ) : (
        <GroupNav
          groups={named.map(group => navGroup(group, form))}
          current={spied ?? open?.id ?? null}
          place={place}
        />
      )}
      <div className={styles.body}>
        {shown.map(group =>
          group.id === startId ? (
            <Environment key={startId} name={group.name} variables={variables} place={place} />
          ) : (
            <GroupSection
              key={group.id}
              group={group}
              entries={found.filter(entry => entry.groupId === group.id)}
              form={form}
              place={place}
            />
          ),
        )}
        {named.length === 0 && (
          <Empty drawing={<Drawing of="search" />} text="没有这样的设置，换个词试试。" />
        )}
        {alone && !open && <HistoryButton />}
      </div>
      <UnsavedBar form={form} onShow={place.show} />
    </form>
  )
}

function navGroup(group: SettingGroup, form: SettingForm): NavGroup {
  const mine = form.entries.filter(entry => entry.groupId === group.id)
  return {
    ...group,
    unsaved: mine.filter(form.isUnsaved).length,
    faults: mine.filter(entry => form.faultOf(entry) !== null).length,
    overtaken: mine.filter(entry => form.overtakenBy(entry) !== null).length,
  }
}

/** On a phone: back from a group to all of them. */
function Back({ name }: { name: string }) {
  return (
    <FrameSlot name="phoneTitle">
      <Link className={styles.back} to={{ search: 'tab=site' }}>
        <ArrowLeft aria-label="返回" />
        <b>{name}</b>
      </Link>
    </FrameSlot>
  )
}

export function HistoryButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" icon={<History aria-hidden />} onClick={() => setOpen(true)}>
        改动历史
      </Button>
      <ChangeLog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
