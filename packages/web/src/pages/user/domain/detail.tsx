/** One domain: the verdict in a sentence, one button, every record, then what can be switched and changed. */
import { Globe, RotateCw, Undo2, WandSparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { DomainPlans } from '../../../account/catalogue/domain-plans.tsx'
import { usePermission } from '../../../account/permission.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { DomainText } from '../../../ui/domain-text.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Bones } from '../../../ui/states.tsx'
import { shortTime } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { AutoSetDrawer } from './auto-set-drawer.tsx'
import { BackLine } from './back-line.tsx'
import { DeleteSection } from './delete-section.tsx'
import styles from './detail.module.css'
import { HostSection } from './host-section.tsx'
import { KeySection } from './key-section.tsx'
import { type DomainDetail as Detail, useDomainDetail } from './queries.ts'
import { RecordsTable } from './records-table.tsx'
import { Reports } from './reports/reports.tsx'
import { ScoreRing } from './score-ring.tsx'
import { SwitchSection } from './switch-section.tsx'
import { useCheck } from './use-check.ts'
import { metaOf, providerNames, verdictOf } from './words.ts'

type DomainDetailProps = { id: string; onBack: (() => void) | null; onGone: () => void }

export function DomainDetail({ id, onBack, onGone }: DomainDetailProps) {
  const detail = useDomainDetail(id)
  return (
    <section className={styles.detail} aria-label="域名详情">
      {onBack && <BackLine onBack={onBack}>全部域名</BackLine>}
      {detail.data ? (
        <Loaded detail={detail.data} onGone={onGone} />
      ) : detail.isError ? (
        <ErrorState error={detail.error} retry={() => void detail.refetch()} />
      ) : (
        <Bones lines={10} />
      )}
    </section>
  )
}

const isJustAdded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'added' in state && state.added === true

const views = [
  { name: 'records', label: '解析记录' },
  { name: 'reports', label: '报告' },
] as const

function checkWord({ verified, checkedAt }: Detail['domain']): string {
  if (!verified) return '检查所有权'
  return checkedAt === null ? '检查' : '重新检查'
}

function Loaded({ detail, onGone }: { detail: Detail; onGone: () => void }) {
  const { domain, records } = detail
  const { role } = usePermission()
  const { pending, running, start } = useCheck(domain.id, domain.verified)
  const [setting, setSetting] = useState<'set' | 'undo' | null>(null)
  const now = useNow(30_000)
  const verdict = verdictOf(domain, records)

  const [params, setParams] = useSearchParams()
  const showsReports = domain.verified && params.get('view') === 'reports'
  const show = (view: 'records' | 'reports') =>
    setParams(
      { domain: domain.id, ...(view === 'reports' && { view }) },
      { replace: true, preventScrollReset: true },
    )

  // One that was just added is looked at once.
  const { state } = useLocation()
  const looked = useRef(false)
  useEffect(() => {
    if (looked.current || !isJustAdded(state) || domain.checkedAt !== null) return
    looked.current = true
    start()
  }, [state, domain.checkedAt, start])

  const undoable = detail.plan?.state === 'applied' || detail.plan?.state === 'failed'
  const checked = domain.checkedAt === null ? '' : `${shortTime(domain.checkedAt, now)}查过一遍。`
  const meta = metaOf(domain, role === 'admin')
  return (
    <>
      <header className={styles.top}>
        <div className="grow">
          <h2>
            <DomainText name={domain.name} />
          </h2>
          <p className="muted">
            {meta === '' ? '' : `${meta}。`}
            {checked}
          </p>
          <p className={styles.say} aria-live="polite">
            <b>{verdict.lead}</b>
            {verdict.rest}
          </p>
          <div className={styles.acts}>
            <Button kind="primary" icon={<WandSparkles aria-hidden />} onClick={() => setSetting('set')}>
              自动设置
            </Button>
            <Button icon={<RotateCw aria-hidden />} busy={running} onClick={start}>
              {checkWord(domain)}
            </Button>
            {undoable && (
              <Button kind="quiet" icon={<Undo2 aria-hidden />} onClick={() => setSetting('undo')}>
                撤回上次设置
              </Button>
            )}
            <span className="small muted">
              {detail.remembered === null
                ? '先列出要改的给你看，改后可撤回'
                : `写入${providerNames[detail.remembered]}。先列出要改的给你看，改后可撤回`}
            </span>
          </div>
        </div>
        {domain.verified ? (
          <ScoreRing score={domain.score} />
        ) : (
          <span className={styles.globe} aria-hidden="true">
            <Globe />
          </span>
        )}
      </header>
      {domain.verified && (
        <div className={styles.views}>
          <Segmented
            label="看哪一面"
            items={views}
            active={showsReports ? 'reports' : 'records'}
            onChange={show}
          />
        </div>
      )}
      {showsReports ? <Reports id={domain.id} /> : <RecordsTable records={records} pending={pending} />}
      {domain.verified && !showsReports && (
        <>
          <SwitchSection domain={domain} mayOpen={role === 'admin'} />
          {domain.store && <DomainPlans domainId={domain.id} />}
          <HostSection key={domain.ownMailHost} domain={domain} onChanged={start} />
          <KeySection domain={domain} keys={detail.keys} />
        </>
      )}
      {!showsReports && <DeleteSection domain={domain} remembered={detail.remembered} onGone={onGone} />}
      <AutoSetDrawer
        open={setting}
        detail={detail}
        onClose={() => setSetting(null)}
        onDone={() => {
          setSetting(null)
          start()
        }}
      />
    </>
  )
}
