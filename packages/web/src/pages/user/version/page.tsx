/** /user/version: what runs here, whether it is well, what has changed, and the licences of what it is made of. */
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { PageSheet } from '../../../account/page-sheet.tsx'
import { ErrorState } from '../../../api/error-state.tsx'
import { api } from '../../../api/index.ts'
import { spanText } from '../../../ui/countdown-text.ts'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Bones, Empty } from '../../../ui/states.tsx'
import { SearchBox } from '../../../ui/table-tools.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { Changes } from './changes.tsx'
import { versionKeys } from './keys.ts'
import styles from './page.module.css'

type Version = AnswerOf<Calls['getVersion']>

export function Component() {
  const version = useQuery({
    queryKey: versionKeys.version,
    queryFn: ({ signal }) => api.getVersion({}, { signal }),
  })
  return (
    <PageSheet title="版本">
      {version.isPending && <Bones />}
      {version.isError && <ErrorState error={version.error} retry={() => void version.refetch()} />}
      {version.data && <Facts {...version.data} />}
    </PageSheet>
  )
}

function Facts({ version, healthy, health, runtime, changes, licences }: Version) {
  return (
    <>
      <div className={styles.top}>
        <span className={styles.number}>{version}</span>
        {healthy ? (
          <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
            运行正常
          </StateWord>
        ) : (
          <StateWord tone="bad" icon={<TriangleAlert aria-hidden />}>
            有部分功能不正常
          </StateWord>
        )}
      </div>
      {health.length > 0 && <Health items={health} />}
      {runtime && <Runtime runtime={runtime} />}
      <div className={styles.body}>
        <Changes changes={changes} running={version} />
        <Licences licences={licences} />
      </div>
    </>
  )
}

const healthTones = { good: 'good', warning: 'wait', bad: 'bad' } as const

function Health({ items }: { items: Version['health'] }) {
  return (
    <ul className={styles.health} aria-label="逐项检查">
      {items.map(item => (
        <li key={item.name}>
          <StateWord
            tone={healthTones[item.state]}
            icon={item.state === 'good' ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
          >
            {item.name}
          </StateWord>
          <span className="muted">{item.says}</span>
        </li>
      ))}
    </ul>
  )
}

function Runtime({ runtime }: { runtime: NonNullable<Version['runtime']> }) {
  const now = useNow(30_000)
  return (
    <dl className={styles.facts} aria-label="运行环境">
      <div>
        <dt>已运行</dt>
        <dd>{spanText((now.getTime() - Date.parse(runtime.startedAt)) / 1_000)}</dd>
      </div>
      <div>
        <dt>启动于</dt>
        <dd>
          <TimeText full at={runtime.startedAt} />
        </dd>
      </div>
      <div>
        <dt>内存</dt>
        <dd>{runtime.memoryMb} MB</dd>
      </div>
      <div>
        <dt>数据库</dt>
        <dd>
          {runtime.database} {runtime.databaseVersion}
        </dd>
      </div>
      <div>
        <dt>数据库结构</dt>
        <dd>第 {Number.parseInt(runtime.migration, 10)} 版</dd>
      </div>
      <div>
        <dt>Node</dt>
        <dd>{runtime.node}</dd>
      </div>
      <div>
        <dt>系统</dt>
        <dd>{runtime.platform}</dd>
      </div>
      <div>
        <dt>数据目录</dt>
        <dd>{runtime.dataDir}</dd>
      </div>
    </dl>
  )
}

function Licences({ licences }: { licences: Version['licences'] }) {
  const [word, setWord] = useState('')
  const wanted = word.toLowerCase()
  const shown = licences.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted))
  return (
    <section aria-label="依赖的许可证">
      <h2>
        依赖的许可证 <small>{licences.length} 个</small>
      </h2>
      <SearchBox label="搜名称、许可证" value={word} onChange={setWord} />
      {shown.length === 0 ? (
        <Empty
          drawing={<Drawing of="search" />}
          text={licences.length === 0 ? '这份清单随构建生成，从源码运行时没有。' : '没有找到。'}
        />
      ) : (
        <table className={styles.licences}>
          <thead>
            <tr>
              <th>名称</th>
              <th>版本</th>
              <th>许可证</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, version, licence }) => (
              <tr key={`${name}@${version}`}>
                <td>{name}</td>
                <td className="mono">{version}</td>
                <td>{licence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
