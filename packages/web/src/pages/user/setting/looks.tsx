/** When admins looked at one's own mailboxes, and what they saw there. */
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { ErrorState } from '../../../api/error-state.tsx'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { PageLinks } from '../../../ui/page-links.tsx'
import { Bones } from '../../../ui/states.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { TimeLine } from '../../../ui/time-line.tsx'
import styles from './looks.module.css'
import { settingKeys } from './shared/keys.ts'

const PAGE_SIZE = 5

export function Looks() {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: settingKeys.looks(page),
    queryFn: ({ signal }) => api.getLooks({ query: { page, pageSize: PAGE_SIZE } }, { signal }),
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={2} />
  if (data.total === 0) return <p className="muted">没有人看过。</p>
  return (
    <>
      <ul className={styles.looks}>
        {data.list.map(look => (
          <li key={look.id} className={styles.look}>
            <div className={styles.head}>
              <Eye aria-hidden />
              <div className="grow">
                <b>管理员 {look.by}</b> 看了 <span className="mono">{look.address}</span>
                <p className="small muted">
                  <TimeText at={look.beganAt} full />
                  {look.endedAt === null && '，还在看'}，看了 {look.mails} 封，揭开 {look.codes} 封。理由：
                  {look.reason || '没有写'}
                </p>
              </div>
              <Button
                size="small"
                aria-expanded={open === look.id}
                onClick={() => setOpen(open === look.id ? null : look.id)}
              >
                {open === look.id ? '收起' : '看了什么'}
              </Button>
            </div>
            {open === look.id && <TimeLine label="看了什么" steps={look.parts} />}
          </li>
        ))}
      </ul>
      {data.total > PAGE_SIZE && (
        <PageLinks page={page} pageSize={PAGE_SIZE} total={data.total} onChange={setPage} />
      )}
    </>
  )
}
