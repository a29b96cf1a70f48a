/** Lists changes of the site's settings: the person, the time, and the values before and after. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SettingChange } from '@yanshu/contract'
import { Drawer } from 'antd'
import { useState } from 'react'
import { ErrorState } from '../../../../api/error-state.tsx'
import { api } from '../../../../api/index.ts'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { PageLinks } from '../../../../ui/page-links.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import { changeText } from '../form/setting-value.ts'
import { settingKeys } from '../shared/keys.ts'
import styles from './site-tab.module.css'

const pageSize = 20

export function ChangeLog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="改动历史"
      size={520}
      styles={{ wrapper: { maxWidth: '100%' } }}
      destroyOnHidden
    >
      <Changes />
    </Drawer>
  )
}

function Changes() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: settingKeys.log(page),
    queryFn: ({ signal }) => api.getSettingLog({ query: { page, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones />
  if (data.total === 0) return <Empty drawing={<Drawing of="log" />} text="站点设置还没有改过。" />
  return (
    <>
      <ul className={styles.log}>
        {data.list.map(change => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
      {data.total > pageSize && (
        <PageLinks page={page} pageSize={pageSize} total={data.total} onChange={setPage} />
      )}
    </>
  )
}

function Change({ change }: { change: SettingChange }) {
  return (
    <li>
      <div className={styles.line}>
        <b>{change.label}</b>
        <span className="muted">
          {change.actorName}，<TimeText full at={change.at} />
        </span>
      </div>
      <p className={styles.values}>
        <del>{changeText(change.before)}</del> → <ins>{changeText(change.after)}</ins>
      </p>
    </li>
  )
}
