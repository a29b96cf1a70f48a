/** Names with rules of their own: withheld from sale, or sold for more. */
import type { SpecialKind, SpecialName } from '@yanshu/contract'
import { Gem, Lock, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { api } from '../../api/index.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { cx } from '../../ui/cx.ts'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { yuanText } from '../../ui/money.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import { SearchBox } from '../../ui/table-tools.tsx'
import { showError, showUndo } from '../../ui/toast.ts'
import { NamesDialog } from './names-dialog.tsx'
import styles from './plans.module.css'
import { namesPageSize, useRenewCatalogue, useSpecialNames } from './queries.ts'

const kinds = [
  { name: 'all', label: '全部' },
  { name: 'reserved', label: '保留的' },
  { name: 'premium', label: '靓号' },
] as const

export function SpecialNames({ domainId }: { domainId: string }) {
  const [page, setPage] = useState(1)
  const [q, setQ] = useState('')
  const [kind, setKind] = useState<'all' | SpecialKind>('all')
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useSpecialNames(domainId, {
    page,
    q,
    kind: kind === 'all' ? undefined : kind,
  })
  return (
    <section className={styles.part} aria-label="保留的名字和靓号">
      <header className={styles.head}>
        <h2>保留的名字和靓号</h2>
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
          加名字
        </Button>
      </header>
      <div className={styles.tools}>
        <SearchBox
          label="搜名字"
          value={q}
          onChange={word => {
            setQ(word)
            setPage(1)
          }}
        />
        <Chips
          label="种类"
          items={kinds}
          active={kind}
          onChange={name => {
            setKind(name)
            setPage(1)
          }}
        />
      </div>
      {!data && !error && <Bones lines={3} />}
      {!data && error && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <Empty
          drawing={<Drawing of={q !== '' || kind !== 'all' ? 'search' : 'plans'} />}
          text={
            q !== '' || kind !== 'all'
              ? '没有这样的名字。'
              : '还没有。保留的名字谁也买不到；靓号在套餐价之外另收一笔名字钱。'
          }
        />
      )}
      {data && data.list.length > 0 && (
        <ul className={styles.names}>
          {data.list.map(name => (
            <Name key={name.localPart} domainId={domainId} name={name} />
          ))}
        </ul>
      )}
      {data && data.total > namesPageSize && (
        <PageLinks page={page} pageSize={namesPageSize} total={data.total} onChange={setPage} />
      )}
      <NamesDialog domainId={domainId} open={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

function Name({ domainId, name }: { domainId: string; name: SpecialName }) {
  const renew = useRenewCatalogue()
  const { localPart, kind, price } = name
  const run = (what: () => Promise<unknown>) =>
    what()
      .then(renew)
      .catch((failure: unknown) => showError(reasonOf(failure)))
  const putBack = () =>
    run(() =>
      api.setSpecialNames({
        body: { domainId, names: [localPart], kind, ...(kind === 'premium' && { price }) },
      }),
    )
  const remove = () =>
    run(async () => {
      await api.delSpecialNames({ body: { domainId, names: [localPart] } })
      showUndo(`${localPart} 现在是普通名字`, () => void putBack())
    })
  return (
    <li>
      <b className={cx('mono', styles.name)}>{localPart}</b>
      {kind === 'reserved' ? (
        <StateWord icon={<Lock aria-hidden />}>保留不卖</StateWord>
      ) : (
        <StateWord tone="wait" icon={<Gem aria-hidden />}>
          靓号，{yuanText(price)}
        </StateWord>
      )}
      <span className="small muted">{name.taken ? '已经有人用了' : ''}</span>
      <IconButton small label={`取消 ${localPart}`} onClick={() => void remove()}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
